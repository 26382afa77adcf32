import { expect, test } from 'vitest'
import { cyclesIn, describeCycle, isTest } from './cycles.ts'
import { importsOf, specifiers } from './imports.ts'
import { ROOT } from './repository-files.ts'

const found = importsOf(ROOT)

const cyclesOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  cyclesIn(new Map(Object.entries(imports).map(([path, files]) => [path, { files }]))).map(describeCycle)

test('no file or folder of the repository is on a cycle of imports', () => {
  expect(cyclesIn(found).map(describeCycle)).toEqual([])
})
test('nothing but tests imports what is for tests', () => {
  const products = [...found].filter(([path]) => /^(apps|packages)\//.test(path) && !isTest(path))
  const wrong = products.flatMap(([path, { files }]) => files.filter(isTest).map((file) => `${path} imports ${file}`))
  expect(wrong).toEqual([])
})
test('most imports within the repository lead to a file', () => {
  const edges = [...found.values()].reduce((sum, { files }) => sum + files.length, 0)
  expect(edges).toBeGreaterThan(found.size)
})

test('two files that import each other are a cycle, in the folder that holds both', () => {
  expect(cyclesOf({ 'a/x.ts': ['a/y.ts'], 'a/y.ts': ['a/x.ts'], 'a/z.ts': ['a/x.ts'] })).toEqual([
    'in a/: x.ts → y.ts → x.ts\n  a/x.ts imports a/y.ts\n  a/y.ts imports a/x.ts',
  ])
})
test('two folders whose files import one another are a cycle, though no file is', () => {
  expect(cyclesOf({ 'p/a/x.ts': ['p/b/y.ts'], 'p/b/y.ts': [], 'p/b/z.ts': ['p/a/w.ts'], 'p/a/w.ts': [] })).toEqual([
    'in p/: a → b → a\n  p/a/x.ts imports p/b/y.ts\n  p/b/z.ts imports p/a/w.ts',
  ])
})
test('a folder may use what lies beside it, and a file there may use the folder', () => {
  expect(cyclesOf({ 'p/index.ts': ['p/a/x.ts'], 'p/a/x.ts': ['p/types.ts'], 'p/types.ts': [] })).toEqual([])
  expect(cyclesOf({ 'p/index.ts': ['p/a/x.ts'], 'p/a/x.ts': ['p/index.ts'] })).toHaveLength(1)
})
test('a header and the C file of its name are one', () => {
  expect(cyclesOf({ 'law.h': [], 'law.c': ['law.h', 'value.h'], 'value.h': [], 'value.c': ['value.h', 'law.h'] })).toEqual([
    'in the repository: law.c → value.c → law.c\n  law.c imports value.h\n  value.c imports law.h',
  ])
})
test('tests may import anything', () => {
  expect(cyclesOf({ 'a/x.ts': ['b/y.ts'], 'b/y.ts': [], 'b/y.test.ts': ['a/x.ts'], 'b/testing/z.ts': ['a/x.ts'] })).toEqual([])
})
test('every form of an import is read, types among them, and nothing that only looks like one', () => {
  const text = `import type { A } from './a.ts'
import './b.ts'
export { c } from './c.ts'
export * from './d.ts'
const e = await import('./e.ts')
type F = import('./f.ts').F
const g = require('./g.cjs')
const no = "import './no.ts'" + \`import { no } from './no.ts'\` // import './no.ts'
`
  expect(specifiers('x.ts', text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts', './g.cjs'])
})
