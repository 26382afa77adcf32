// What a package.json asks for is used. A dependency is used that something of its package imports, names in a text of its code or settings (a
// program's path, a plugin), or needs beside itself (a peer, the types of a package that has none).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { ROOT } from './repository-files.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}
const manifest = (folder: string): Manifest => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
const found = importsOf(ROOT)
const PLACES = globSync(['packages/*', 'apps/*'], { cwd: ROOT })
const SETTINGS = ['tsconfig.json', 'biome.json']

function unused(place: string, folders: readonly string[]): string[] {
  const { dependencies, devDependencies } = manifest(place)
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const own = [...found.keys()].filter((path) => folders.some((folder) => path.startsWith(folder)))
  const imported = new Set(own.flatMap((path) => found.get(path)!.packages))
  const reached = own.flatMap((path) => found.get(path)!.files)
  const texts = [...own.map((path) => readFileSync(join(ROOT, path), 'utf8')), ...SETTINGS.map((name) => textOf(join(ROOT, place, name)))].join('\n')
  const peers = names.flatMap((name) => Object.keys(peersOf(name)))
  return names.filter((name) => {
    if (imported.has(name) || peers.includes(name)) return false
    if (name.startsWith('@credence/')) return !reached.some((path) => path.startsWith(`packages/${name.slice('@credence/'.length)}/`))
    if (name.startsWith('@types/')) return name !== '@types/node' && !imported.has(name.slice('@types/'.length))
    return !new RegExp(`['"/\`]${name}['"/\`]`).test(texts)
  })
}
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // not every package has one
  }
}
const peersOf = (name: string): Readonly<Record<string, string>> => {
  try {
    return manifest(join('node_modules', name)).peerDependencies ?? {}
  } catch {
    return {} // of another platform
  }
}

test('the repository as a whole depends on nothing that it does not use', () => {
  expect(unused('.', ['tools/', 'acceptance/', 'bench/', 'packages/', 'apps/', 'vitest.config.ts'])).toEqual([])
})
test.each(PLACES)('%s depends on nothing that it does not use', (place) => {
  expect(unused(place, [`${place}/`])).toEqual([])
})
