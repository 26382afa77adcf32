import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { citedPaths, unreadable } from './citations.ts'
import { filesBelow, ROOT } from './repository-files.ts'

const files = filesBelow()
const exists = (path: string) =>
  files.some((file) => file === path || (/\/\d{4}$/.test(path) ? file.startsWith(`${path}-`) : file.startsWith(`${path}/`)))
const TEXTS = /\.(?:ts|tsx|mjs|cjs|c|h|cpp|css|md|mdx|py|tsv)$/
/** This test and what it tests hold what they look for. */
const OWN = /^tools\/citations\./

test('every citation of sources and documents is something a reader can open', () => {
  const texts = files.filter((file) => TEXTS.test(file) && !OWN.test(file))
  expect(texts.length).toBeGreaterThan(500)
  const faults = texts.flatMap((file) =>
    unreadable(readFileSync(join(ROOT, file), 'utf8'), exists).map(({ line, text, why }) => `${file}:${line}: ${text} (${why})`),
  )
  expect(faults).toEqual([])
})

test.each([
  '// Source: the specification, section 8.',
  '/* as the compiler does at -O2. Source: facts, uxhw 10 */',
  '// Source of the rules: facts, engine 2.7.',
  '// See the fact sheet.',
  '// What the pass costs (gate G8)',
  '// fixes #412',
  '// see issue 12',
  '// docs/engine/no-such-page.md says why',
  '// decision 9999 says why',
])('%s is a citation of what nobody has', (line) => {
  expect(unreadable(line, exists)).toHaveLength(1)
})

test.each([
  '// Source: WebAssembly Core Specification 3.0, section 5.2.',
  '// the chance that it meets the specification',
  '// docs/engine/ensemble.md and decision 0004 say why',
  "color: '#123456'",
  'href="#412"',
])('%s is none', (line) => {
  expect(unreadable(line, exists)).toEqual([])
})

test('a decision is cited by path or by number', () => {
  expect(citedPaths('docs/decisions/0012 and decision 0004')).toEqual(['docs/decisions/0012', 'docs/decisions/0004'])
})
