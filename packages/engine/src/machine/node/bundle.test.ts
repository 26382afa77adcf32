import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { bundle, sourcesOf, withSources } from './bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'credence-bundle-'))
afterAll(() => rmSync(folder, { recursive: true }))
function write(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.join('\n'))
  return path
}
type Exports = Record<string, (...of: unknown[]) => unknown>
const run = (code: string, filename: string) => (runInThisContext(code, { filename }) as (load: unknown) => Exports)(process.getBuiltinModule)

test('modules become one strict script that gives what the entry exports', async () => {
  write('types.ts', 'export interface Only { readonly types: number }')
  write('one.ts', 'export const one: number = 1', 'export function two(): number {', '  return 2 * one', '}')
  write('all.ts', "export { one as first, two } from './one.ts'", "export type { Only } from './types.ts'")
  const entry = write(
    'entry.ts',
    "import { basename } from 'node:path'",
    "import { first, two } from './all.ts'",
    "import type { Only } from './types.ts'",
    'export const sum = (only: Only) => first + two() + only.types',
    "export const name = () => basename('a/b')",
    'export function self(this: unknown) { return this }',
  )
  const { code } = await bundle(entry)
  const { sum, name, self } = run(code, 'entry.js')
  expect([sum!({ types: 4 }), name!(), self!.call(undefined)]).toEqual([7, 'b', undefined])
  expect(sourcesOf(entry)).toHaveLength(4)
})
test('errors of the script are told with the lines of the sources', async () => {
  write('fault.ts', '// An error.', '', 'export function fault(): never {', "  throw new Error('so')", '}')
  const { code, map } = await bundle(write('faulty.ts', "import { fault } from './fault.ts'", 'export const main = () => fault()'))
  let stack = ''
  try {
    run(code, 'faulty.js').main!()
  } catch (error) {
    stack = (error as Error).stack ?? ''
  }
  expect(stack).toContain('faulty.js:')
  expect(withSources(map, 'faulty.js', stack)).toMatch(/Error: so\n +at fault \(\S*fault\.ts:4\)\n +at \S+ \(\S*faulty\.ts:2\)/)
  expect(withSources(map, 'faulty.js', 'at other.js:4:1 and faulty.js:9999:1')).toMatch(/^at other\.js:4:1 and /)
})
test.each([
  ['a module that is not there', "import { none } from './none.ts'", 'export const a = none'],
  ['a module of others', "import fc from 'not-a-package'", 'export const a = fc'],
  ['a name that is not exported', "import { none } from './one.ts'", 'export const a = none'],
  ['import when it runs', "export const a = () => import('./one.ts')"],
  ['waiting at the start', 'await Promise.resolve()', 'export const a = 1'],
])('what cannot be one script is refused: %s', async (_, ...lines) => {
  write('one.ts', 'export const one = 1')
  await expect(bundle(write('strange.ts', ...lines))).rejects.toThrow()
})
