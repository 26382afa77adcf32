// Keys with others held, written as CodeMirror writes them: `Mod-Enter`, `Shift-F8`; Mod is Ctrl, or Cmd on Macs.

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function isChord(chord: string, { key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean {
  const parts = chord.split('-')
  const wanted = parts.pop() ?? ''
  const has = (name: string) => parts.includes(name)
  if ((ctrlKey || metaKey) !== has('Mod') || altKey !== has('Alt') || shiftKey !== has('Shift')) return false
  return key.toLowerCase() === wanted.toLowerCase() || (altKey && code === `Digit${wanted}`) // with Alt, Macs type another sign
}

/** As people read it: `Ctrl+Enter`, `⌘ Enter`. */
export function shownChord(chord: string, isMac: boolean): string {
  const named = chord.replace(/-[a-z]$/, (letter) => letter.toUpperCase())
  return isMac ? named.replace('Mod-', '⌘ ').replace('Alt-', '⌥ ').replace('Shift-', '⇧ ') : named.replace('Mod-', 'Ctrl+').replaceAll('-', '+')
}

/** One key as people press it: capitals are told apart from small letters on no keyboard. */
export const shownKey = (key: string, isMac: boolean): string => (/^[A-Z]$/.test(key) ? shownChord(`Shift-${key}`, isMac) : key)

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
