// What the pages of the documentation cover, read from their sources: functions by <Signature>, operations by <Operations>, programs and
// snippets by their elements, errors and limits. `node bin/node.cjs tools/docs-pages.ts --update` brings acceptance/docs-pages.tsv up to date:
// rows of new pages come in unreviewed, and the test refuses them until somebody has read the page and dated the row.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operations } from '@credence/contract'

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url))
export const PAGES_FILE = `${REPOSITORY}acceptance/docs-pages.tsv`
export const NONE = '–'
const UNREVIEWED = 'no'

export interface Page {
  readonly route: string
  readonly kind: string
  /** UxHw functions without their prefix, and ids of operations. */
  readonly covers: readonly string[]
  /** Programs below examples/ and snippets `api/name`. */
  readonly examples: readonly string[]
  /** The words of the page, without those that readers ask with (`<Asked>`), which nobody reads there. */
  readonly source: string
}

export function readPages(): Page[] {
  return globSync('apps/docs/docs/**/*.mdx', { cwd: REPOSITORY })
    .map((file) => readPage(file, readFileSync(`${REPOSITORY}${file}`, 'utf8')))
    .sort((a, b) => (a.route < b.route ? -1 : 1))
}

function readPage(file: string, source: string): Page {
  const route = `/${file.replace('apps/docs/', '').replace(/(index)?\.mdx$/, '')}`.replace(/\/?$/, '/')
  const named = (element: string, attribute: string) =>
    Array.from(source.matchAll(new RegExp(`<${element}[^>]*\\b${attribute}="([^"]*)"`, 'g')), ([, value]) => value as string)
  const ofTag = (tag: string) => Object.entries(operations).flatMap(([id, operation]) => (operation.tag === tag ? [id] : []))
  const snippets = named('Snippets', 'of').map((name) => `api/${name}`)
  return {
    route,
    kind: kindOf(route),
    covers: unique([...named('Signature', 'of').map((name) => name.replace(/^UxHw(Double|Float)/, '')), ...named('Operations', 'of').flatMap(ofTag)]),
    examples: unique([...named('Program', 'file').map((path) => path.replace(/(\/src\/main)?\.\w+$/, '')), ...snippets]),
    source: source.replaceAll(/<Asked\s[^>]*\/>/g, ''),
  }
}

const unique = (words: readonly string[]): string[] => [...new Set(words)]

const KINDS = [
  [/quickstart|getting-started\/./, 'tutorial'],
  [/cases\/./, 'worked case'],
  [/user-interface|operate|builds\/.|tasks\/./, 'how-to'],
  [/how-it-computes/, 'explanation'],
  [/glossary|command-line|limits|errors|uxhw-api\/.+\/./, 'reference'],
  [/guides\/./, 'guide'],
] as const
const kindOf = (route: string): string => KINDS.find(([pattern]) => pattern.test(route))?.[1] ?? 'overview'

export function readRows(): string[][] {
  return readFileSync(PAGES_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}

export const HEAD = ['page', 'kind', 'covers', 'examples', 'reviewed']
export const rowOf = (page: Page): string[] => [page.route, page.kind, page.covers.join(' ') || NONE, page.examples.join(' ') || NONE]

if (import.meta.main && process.argv.includes('--update')) {
  const dates = new Map(readRows().map((row) => [row[0], row[4]]))
  const rows = readPages().map((page) => [...rowOf(page), dates.get(page.route) ?? UNREVIEWED])
  writeFileSync(PAGES_FILE, `${[HEAD, ...rows].map((row) => row.join('\t')).join('\n')}\n`)
}
