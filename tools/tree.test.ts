import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, foldersIn, ROOT } from './repository-files.ts'
import { describedParts, isThere, namedPaths, partsOfTree } from './tree.ts'

const files = filesBelow()
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const architecture = read('ARCHITECTURE.md')
const documents = files.filter((path) => /(?:^|\/)(?:README|CONTRIBUTING|ARCHITECTURE)\.md$/.test(path))

describe('ARCHITECTURE.md', () => {
  const described = new Map(describedParts(architecture).map((part) => [part.path, part]))
  const parts = partsOfTree(files)

  test('has a row for each package and each app, and for nothing else', () => {
    expect([...described.keys()].sort()).toEqual(parts.map(({ path }) => path).sort())
  })
  test.each(parts)('names the folders of $path/src', ({ path, folders }) => {
    expect(described.get(path)?.folders).toEqual(folders)
  })
  test.each(parts)('draws what $path imports', ({ path, imports }) => {
    expect(described.get(path)?.imports).toEqual(imports)
  })
  test('lets no package import an app, and no two packages each other', () => {
    const packages = parts.filter(({ path }) => path.startsWith('packages/'))
    expect(packages.filter(({ imports }) => imports.some((name) => name.startsWith('apps/')))).toEqual([])
    const of = new Map(packages.map(({ path, imports }) => [path.replace('packages/', ''), imports]))
    expect([...of].filter(([name, imports]) => imports.some((other) => of.get(other)?.includes(name)))).toEqual([])
  })
  test('names each folder of the tree, and is one page', () => {
    const folders = foldersIn('.').filter((name) => !name.startsWith('.'))
    expect(folders.filter((name) => !architecture.includes(`\`${name}/`) && !architecture.includes(`${name}/`))).toEqual([])
    expect(architecture.split('\n').length).toBeLessThan(90)
  })
})

test('each package, each app and each folder of commands has a README that says what it is', () => {
  const places = [...partsOfTree(files).map(({ path }) => path), 'acceptance', 'bench', 'examples', 'tools', 'docs/engine']
  const missing = places.filter((place) => !files.includes(`${place}/README.md`) || !/^# .+\n\n\S.{40}/.test(read(`${place}/README.md`)))
  expect(missing).toEqual([])
})

test.each(documents)('%s names paths that are there', (document) => {
  const all = new Set(files)
  expect(namedPaths(read(document)).filter((path) => !isThere(path, document, all))).toEqual([])
})

test('commands that documents name are those of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = documents.flatMap((document) => [...read(document).matchAll(/npm run (?:-s )?([a-z][\w-]*)/g)].map(([, name]) => name!))
  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([])
})

test('a path that is gone, and a folder that nobody described, are found', () => {
  const text = 'See `apps/gone.ts`, [that](docs/none.md) and `npm run dev`, not `.credence/log` or `application/json`.'
  expect(namedPaths(text)).toEqual(['apps/gone.ts', 'docs/none.md'])
  expect(isThere('apps/gone.ts', 'README.md', new Set(['apps/here.ts']))).toBe(false)
  expect(describedParts('| `packages/a` | `b` | for people: `y`, `x` |')).toEqual([{ path: 'packages/a', imports: ['b'], folders: ['x', 'y'] }])
})
