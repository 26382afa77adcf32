// Keeps an answer to the sources it was given: citations of other numbers and addresses of other pages are taken out of the text as it streams.

export interface Citations {
  /** What of the text can be shown so far. */
  push(text: string): string
  /** What was held back. */
  end(): string
  /** Numbers that were cited, ascending. */
  cited(): number[]
}
/** The longest bracket that is waited for: `[1, 2, 3]` may arrive in pieces, prose may open a bracket and never close it. */
const LONGEST_BRACKET = 120

/** @param count  sources, numbered from 1; @param allowed  addresses that may stand in the text */
export function openCitations(count: number, allowed: readonly string[] = []): Citations {
  const seen = new Set<number>()
  let held = ''
  const clean = (text: string): string =>
    text
      .replace(/\s*\[((?:\s*\^?\d+\s*[,;]?)+)\]/g, (whole, list: string) => {
        const numbers = (list.match(/\d+/g) ?? []).map(Number).filter((number) => number >= 1 && number <= count)
        for (const number of numbers) seen.add(number)
        return numbers.length ? (/^\s*/.exec(whole)?.[0] ?? '') + numbers.map((number) => `[${number}]`).join('') : ''
      })
      .replace(/\]\(([^)\s]*)\)/g, (whole, address: string) => (allowed.includes(address) ? whole : ']'))
      .replace(/https?:\/\/[^\s)\]>"']+/g, (address) => (allowed.includes(address) ? address : ''))
  return {
    push(text) {
      held += text
      // Up to the last blank, and not into a bracket that may still close.
      let cut = held.search(/\s*\S*$/)
      const open = held.lastIndexOf('[')
      if (open >= 0 && !held.slice(open, cut).includes(']') && held.length - open < LONGEST_BRACKET)
        cut = Math.min(cut, held.slice(0, open).trimEnd().length)
      const ready = held.slice(0, cut)
      held = held.slice(cut)
      return clean(ready)
    },
    end() {
      const rest = clean(held)
      held = ''
      return rest
    },
    cited: () => [...seen].sort((a, b) => a - b),
  }
}
