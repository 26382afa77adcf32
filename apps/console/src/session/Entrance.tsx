import type { ReactNode } from 'react'
import mark from '../mark.svg'

/** The frame of the pages in front of the console. */
export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="entrance" id="main">
      <a className="brand" href="/">
        <img src={mark} alt="" width="32" height="32" />
        Credence
      </a>
      <div className="panel stack">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
