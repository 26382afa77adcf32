// What a page looks like where it is linked: its title, the area it belongs to and, where it shows a program, the distribution of the first value that this prints.
import type { UxValue } from '@credence/distribution'
import { cardSvg } from '@credence/plot'

const AREAS: readonly (readonly [start: string, name: string])[] = [
  ['/docs/api/', 'Compute Engine API'],
  ['/docs/platform/', 'Developer Platform'],
  ['/docs/uxhw-api/', 'Hardware API (UxHw)'],
]
const LINE = 30 // letters
const LINES = 3

export function pageCard(path: string, title: string, value: UxValue | undefined): string {
  const area = AREAS.find(([start]) => path.startsWith(start))?.[1] ?? 'Ordinary C, C++ and Fortran whose numbers carry distributions'
  return cardSvg({ lines: wrapped(title), small: area, value })
}

/** At words; what does not fit ends in an ellipsis. */
export function wrapped(title: string): string[] {
  const lines: string[] = []
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.length > LINE ? `${word.slice(0, LINE - 1)}…` : word)
  }
  return lines.length <= LINES ? lines : [...lines.slice(0, LINES - 1), `${lines[LINES - 1]} …`]
}
