// What the documents about the tree say of it, read from their text, and what the tree is, read from its files. The test beside compares the two.
import { dirname, join, normalize } from 'node:path'
import { isTest } from './cycles.ts'
import { importsOf } from './imports.ts'
import { filesBelow, ROOT } from './repository-files.ts'

export interface Part {
  /** `packages/engine`. */
  readonly path: string
  /** Names of packages, ascending. */
  readonly imports: readonly string[]
  /** Names of folders in its `src`, ascending. */
  readonly folders: readonly string[]
}

const names = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).sort()

/** The rows of the table of ARCHITECTURE.md. */
export function describedParts(text: string): Part[] {
  const rows = [...text.matchAll(/^\| `((?:packages|apps)\/[\w-]+)` *\|([^|]*)\|([^|]*)\|$/gm)]
  return rows.map(([, path, imports, folders]) => ({ path: path!, imports: names(imports!), folders: names(folders!) }))
}

/** Folders that hold what tests need. */
const OF_TESTS = new Set(['testing', 'fixtures', 'golden'])

export function partsOfTree(files: readonly string[] = filesBelow()): Part[] {
  const paths = [...new Set(files.map(partOf).filter((path) => path !== undefined))]
  const products = [...importsOf(ROOT)].filter(([file]) => !isTest(file))
  return paths.map((path) => {
    const folders = files.map((file) => /^([^/]+\/[^/]+)\/src\/([^/]+)\//.exec(file)).map((found) => (found?.[1] === path ? found[2]! : ''))
    const imported = products.filter(([file]) => partOf(file) === path).flatMap(([, { files: targets }]) => targets.map(partOf))
    const others = imported.filter((part) => part !== undefined && part !== path).map((part) => part!.replace(/^packages\//, ''))
    return { path, imports: ascending(others), folders: ascending(folders.filter((name) => name !== '' && !OF_TESTS.has(name))) }
  })
}
const partOf = (file: string): string | undefined => /^(?:packages|apps)\/[^/]+(?=\/)/.exec(file)?.[0]
const ascending = (names: readonly string[]): string[] => [...new Set(names)].sort()

/** Paths that a document names in backticks or links to, as they stand there. Commands, patterns and what a reader puts in are none. */
export function namedPaths(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!).filter((name) => PATH.test(name) && !OUTSIDE.test(name))
  const linked = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!.replace(/#.*/, '')).filter((to) => to !== '' && !/^[a-z]+:/.test(to))
  return [...new Set([...quoted, ...linked])]
}
const PATH = /^(?:[\w.-]+\/)+[\w.-]*$|^[\w-]+\.(?:md|ts|tsv|cjs)$/
/** What is no path of this repository: made while it runs, installed, of a user's program, of an address, a media type. */
const OUTSIDE =
  /^(?:\.credence|\.examples|node_modules|inputs|src|postgres|objects|cache|log|command)\/$|^(?:\.\/)?\.credence(?:\/|$)|^application\/|^node_modules\/|^[\w-]+\/\*/

/** Where a path that a document names may stand: from the root, beside the document, in the `src` beside it. */
export function isThere(path: string, document: string, files: ReadonlySet<string>): boolean {
  const folder = dirname(document)
  return ['.', folder, join(folder, 'src')].some((base) => {
    const place = normalize(join(base, path)).replace(/\/$/, '')
    return files.has(place) || [...files].some((file) => file.startsWith(`${place}/`) || (/\/\d{4}[\w-]*$/.test(place) && file.startsWith(place)))
  })
}
