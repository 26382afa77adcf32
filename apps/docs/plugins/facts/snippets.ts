// The same call in each language, from the files of examples/api/<name>/ that the acceptance suite executes.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { element, listing, type MdxNode } from '../mdx/nodes.ts'

export const EXAMPLES = fileURLToPath(new URL('../../../../examples/', import.meta.url))
export const LANGUAGES = [
  { label: 'cURL', file: 'curl.sh', lang: 'bash' },
  { label: 'TypeScript', file: 'typescript.ts', lang: 'ts' },
  { label: 'Python', file: 'python.py', lang: 'python' },
  { label: 'credence', file: 'credence.sh', lang: 'bash' },
] as const

/**
 * Tabs that switch together on a page and on the next.
 * @param first  label of the language that stands first; absent: the usual order
 * @throws RangeError  examples/api has no such folder
 */
export function snippetTabs(name: string, first?: string): MdxNode {
  const order = [...LANGUAGES].sort((a, b) => Number(b.label === first) - Number(a.label === first))
  const found = order.filter(({ file }) => existsSync(`${EXAMPLES}api/${name}/${file}`))
  if (found.length === 0) throw new RangeError(`examples/api/${name} has no snippets`)
  const tabs = found.map(({ label, file, lang }) =>
    element('TabItem', { value: label, label }, [listing(readFileSync(`${EXAMPLES}api/${name}/${file}`, 'utf8'), lang)]),
  )
  return element('Tabs', { groupId: 'language' }, tabs)
}
