import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { bundle, sourcesOf } from './bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'credence-bundle-'))
afterAll(() => rmSync(folder, { recursive: true }))
function write(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.join('\n'))
  return path
}

test('modules become one script whose value is what the entry exports', () => {
  write('types.ts', 'export interface Only { readonly types: number }')
  write(
    'one.ts',
    'export const one: number = 1',
    'export function two(): number {',
    '  return 2 * one',
    '}',
    "export class Three extends Error { name = 'three' }",
  )
  write('all.ts', "export { one as first, two } from './one.ts'", "export type { Only } from './types.ts'")
  const entry = write(
    'entry.ts',
    "import { basename } from 'node:path'",
    "import { first, two } from './all.ts'",
    "import {\n  type Three,\n  Three as Other,\n} from './one.ts'",
    "import type { Only } from './types.ts'",
    'export const sum = (only: Only, _?: Three) => first + two() + only.types',
    "export const name = basename('a/b') + new Other().name",
  )
  const { sum, name } = runInThisContext(bundle(entry))
  expect([sum({ types: 4 }), name]).toEqual([7, 'bthree'])
  expect(sourcesOf(entry)).toHaveLength(4)
})
test.each([
  ['import * as all', "import * as all from './one.ts'"],
  ['import of a default', "import one from './one.ts'"],
  ['export of a list', 'const a = 1', 'export { a }'],
  ['export that can change', 'export let a = 1'],
  ['import.meta', 'export const a = import.meta.url'],
  ['import when it runs', "export const a = () => import('./one.ts')"],
  ['waiting at the start', 'await Promise.resolve()'],
])('a form that it does not know is refused: %s', (_, ...lines) => {
  write('one.ts', 'export const one = 1')
  expect(() => bundle(write('strange.ts', ...lines))).toThrow(/strange\.ts: '.*' is a form that the script of a process cannot have/)
})
test('modules that import each other are refused', () => {
  write('left.ts', "import { right } from './right.ts'", 'export const left = () => right')
  const path = write('right.ts', "import { left } from './left.ts'", 'export const right = () => left')
  expect(() => bundle(path)).toThrow('right.ts: modules that import each other cannot be one script')
})
