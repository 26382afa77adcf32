// Output of a program for a screen: the hundreds of hexadecimal digits behind a value make way for what people quote of it.
//   5.687Ux0400000000000000014017…  →  5.8 ± 1.1, underlined
import { Columns, piecesOf } from '@credence/distribution'
import { UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** As a value is shown: mean ± standard uncertainty, or its particle, the decimal that the program printed. */
export type Face = 'stated' | 'particle'

export interface Showing {
  readonly face: Face
  readonly isColourful: boolean
}

export const SHOWING_OPTIONS = {
  particle: { type: 'boolean', about: 'print the particle, the decimal of each distribution, alone' },
  raw: { type: 'boolean', about: 'print whole Ux strings on a screen too' },
} as const

export type ShownStream = 'Stdout' | 'Stderr'

/**
 * How a stream is shown; undefined: byte for byte, as files, pipes and --raw have it.
 * @throws UsageError  both options are given
 */
export function showing(
  { particle, raw }: { readonly particle?: boolean; readonly raw?: boolean },
  terminal: Pick<Terminal, 'isScreen' | 'isErrorScreen' | 'isColourful'>,
  stream: ShownStream,
): Showing | undefined {
  if (particle && raw) throw new UsageError('--particle and --raw exclude each other')
  const isScreen = stream === 'Stdout' ? terminal.isScreen : terminal.isErrorScreen
  const isColourful = isScreen && terminal.isColourful
  if (particle) return { face: 'particle', isColourful }
  return raw || !isScreen ? undefined : { face: 'stated', isColourful }
}

/**
 * Takes output as it comes and gives what to show. A value may arrive in pieces, so text is held back from the last blanks on;
 * `end` gives what is left.
 */
export class Shown {
  readonly #decoder = new TextDecoder()
  readonly #columns = new Columns()
  readonly #showing: Showing
  #held = ''

  constructor(showing: Showing) {
    this.#showing = showing
  }

  push(bytes: Uint8Array): string {
    const text = this.#held + this.#decoder.decode(bytes, { stream: true })
    const cut = lastWord(text)
    this.#held = text.slice(cut)
    return this.#show(text.slice(0, cut))
  }

  end(): string {
    const text = this.#held + this.#decoder.decode()
    this.#held = ''
    return this.#show(text)
  }

  #show(text: string): string {
    const { face, isColourful } = this.#showing
    const mark = isColourful ? (value: string) => `\u001b[4;32m${value}\u001b[24;39m` : (value: string) => value
    return this.#columns.lay(piecesOf(text), (piece) => (face === 'stated' ? piece.stated : piece.decimal), mark).join('')
  }
}

export function showValues(text: string, showing: Showing): string {
  const shown = new Shown(showing)
  return shown.push(new TextEncoder().encode(text)) + shown.end()
}

/** Where the last word begins, with the blanks in front of it. */
function lastWord(text: string): number {
  let at = text.length
  while (at > 0 && !/\s/.test(text[at - 1]!)) at--
  while (at > 0 && text[at - 1] === ' ') at--
  return at
}
