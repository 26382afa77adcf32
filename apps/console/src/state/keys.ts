// Single keys: never in a field, never with a modifier, and not at all for who turned them off.
import { remembered } from './remembered.ts'

const switched = remembered('credence.single-keys', 'on')
export const singleKeys = { areOn: () => switched.read() !== 'off', set: (on: boolean) => switched.write(on ? 'on' : 'off') }

/** Whether a key press belongs to what has the focus: a field, an editor, an open menu or dialog. Letters mean nothing to a slider of the browser's. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="slider"]',
    ) !== null
  )
}

export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing && !event.defaultPrevented
