// What a text cites, a reader must be able to open: a paper, a standard, a file of this repository. `unreadable` finds what is none of these.

/** Standards whose name begins with these words may be called specifications. */
const STANDARDS = /\b(?:WebAssembly Core Specification|specification of [A-Z])/g

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\bthe specification\b(?! (?:of [A-Z]|is met))/i, 'which specification? Name the standard, or a document under docs/'],
  [/\bfacts?, (?:[a-z]+ )*\d|\bfacts?, (?:engine|uxhw|ux-data|cores|server|rest|docs)\b|\bfact ?sheets?\b/i, 'not in this repository'],
  [/\bgates? G\d/, 'not in this repository'],
  [/\bissues? #?\d+\b|\b(?:PR|pull request) #?\d+\b/i, 'numbers of issues are not in this repository: say what was wrong'],
  [/(?:^|[\s(])#\d{1,5}(?=[\s).,;:]|$)/, 'numbers of issues are not in this repository: say what was wrong'],
]
/** The word of an example, not a citation: what the parts of a filter are made to. */
const EXAMPLES = /\bmeets? (?:a|the) specification\b/gi

export interface Fault {
  readonly line: number
  readonly text: string
  readonly why: string
}

/** @param exists  whether there is a file, or a folder, of this path from the root */
export function unreadable(text: string, exists: (path: string) => boolean): Fault[] {
  const faults: Fault[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const rest = line.replace(STANDARDS, '').replace(EXAMPLES, '')
    const fault = (why: string) => faults.push({ line: index + 1, text: line.trim(), why })
    for (const [pattern, why] of PATTERNS) if (pattern.test(rest)) fault(why)
    for (const path of citedPaths(line)) if (!exists(path)) fault(`there is no ${path}`)
  }
  return faults
}

/** Documents under docs/ that a line names, and the decisions it names by number (as `docs/decisions/0007-`). */
export function citedPaths(line: string): string[] {
  const documents = [...line.matchAll(/(?<![\w/.-])docs\/(?:engine|decisions)\/[\w-]+(?:\.\w+)?/g)].map(([path]) => path)
  const decisions = [...line.matchAll(/\bdecisions? (\d{4})\b/gi)].map(([, number]) => `docs/decisions/${number}`)
  return [...documents, ...decisions]
}
