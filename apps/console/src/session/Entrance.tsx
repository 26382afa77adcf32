import type { ReactNode } from 'react'
import { Mark } from '../ui/Mark.tsx'

/** The frame of the pages in front of the console. */
export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="entrance" id="main">
      <a className="brand" href="/">
        <Mark size={32} />
        Credence
      </a>
      <div className="panel stack">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
