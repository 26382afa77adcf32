// Output of a program for a screen: the hundreds of hexadecimal digits behind a value become its spread.
//   0.059999Ux0400000000000000013FAE…  →  0.059999±0.0058, the number underlined
import { centralMoment, extractUx, parseUx, UxSyntaxError } from '@credence/distribution'

/**
 * Takes output as it comes and gives what to show. A value may arrive in pieces, so text is held back from the last blank on;
 * `end` gives what is left.
 */
export class Shown {
  readonly #decoder = new TextDecoder()
  readonly #isColourful: boolean
  #held = ''

  constructor(isColourful: boolean) {
    this.#isColourful = isColourful
  }

  push(bytes: Uint8Array): string {
    const text = this.#held + this.#decoder.decode(bytes, { stream: true })
    const cut = text.search(/[^\s]*$/)
    this.#held = text.slice(cut)
    return showValues(text.slice(0, cut), this.#isColourful)
  }

  end(): string {
    const text = this.#held + this.#decoder.decode()
    this.#held = ''
    return showValues(text, this.#isColourful)
  }
}

export function showValues(text: string, isColourful: boolean): string {
  let shown = ''
  let at = 0
  for (const { start, end, particleText, ux } of extractUx(text)) {
    const spread = spreadOf(ux)
    if (spread === undefined) continue
    shown += text.slice(at, start) + (isColourful ? `\u001b[4;32m${particleText}\u001b[24;39m±${spread}` : `${particleText}±${spread}`)
    at = end
  }
  return shown + text.slice(at)
}

/** The standard deviation with two digits; undefined if the text is not a distribution after all. */
function spreadOf(ux: string): string | undefined {
  try {
    return twoDigits(Math.sqrt(centralMoment(parseUx(ux).mixture, 2)))
  } catch (error) {
    if (error instanceof UxSyntaxError) return undefined
    throw error
  }
}

export function twoDigits(x: number): string {
  if (!Number.isFinite(x) || x === 0) return String(x)
  const exponent = Math.floor(Math.log10(x))
  return exponent < -5 || exponent > 6 ? x.toExponential(1) : String(Number(x.toPrecision(2)))
}
