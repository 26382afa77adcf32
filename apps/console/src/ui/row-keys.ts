// Keys of tables: j and k move from row to row, Enter opens the row, x chooses it. Rows need nothing for it but to be there.
import type { KeyboardEvent } from 'react'
import { isTyping, singleKeys } from '../state/keys.ts'

/** Of what holds one table. Arrows move as well, once a row has the focus. */
export function rowKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(target as Element)) return
  const rows = rowsOf(currentTarget)
  const at = rows.findIndex((row) => row.contains(target as Node))
  const row = rows[at]
  const isOnRow = row === target
  const areOn = singleKeys.areOn()
  if ((areOn && key === 'j') || (isOnRow && key === 'ArrowDown')) focusRow(rows[Math.min(rows.length - 1, at + 1)])
  else if ((areOn && key === 'k') || (isOnRow && key === 'ArrowUp')) focusRow(rows[Math.max(0, at - 1)])
  else if (isOnRow && key === 'Enter') row.querySelector<HTMLElement>('a[href], button')?.click()
  else if (areOn && row && key === 'x') row.querySelector<HTMLElement>('input[type="checkbox"]:not(:disabled)')?.click()
  else return
  event.preventDefault()
}

const rowsOf = (holder: ParentNode): HTMLElement[] =>
  [...holder.querySelectorAll<HTMLElement>('tbody tr')].filter((row) => row.querySelector('td:not([colspan])'))

/** From anywhere else on the page: to the first row there is. @returns whether there is one */
export function toFirstRow(): boolean {
  const first = rowsOf(document.querySelector('main') ?? document)[0]
  focusRow(first)
  return first !== undefined
}

function focusRow(row: HTMLElement | undefined): void {
  if (!row) return
  if (!row.hasAttribute('tabindex')) row.tabIndex = -1
  row.focus()
}
