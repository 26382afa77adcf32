import type { ReactNode } from 'react'
import { rowKeys } from './row-keys.ts'

/** A table that scrolls inside itself, also by keyboard, with the keys of rows. */
export function TableScroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table-scroll" aria-label={label} tabIndex={0} onKeyDown={rowKeys}>
      {children}
    </section>
  )
}
