// What the documents about the tree say of it, read from their text, and what the tree is, read from its files. The test beside compares the two.
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
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
  const paths = [...new Set(files.map((file) => /^(?:packages|apps)\/[^/]+(?=\/)/.exec(file)?.[0]).filter((path) => path !== undefined))]
  return paths.map((path) => {
    const own = files.filter((file) => file.startsWith(`${path}/`))
    const folders = own.map((file) => /^[^/]+\/[^/]+\/src\/([^/]+)\//.exec(file)?.[1]).filter((name) => name !== undefined && !OF_TESTS.has(name))
    const imports = own
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/(?:testing|tests)\//.test(file))
      .flatMap((file) => importedPackages(file, path))
    return { path, imports: [...new Set(imports)].sort(), folders: [...new Set(folders as string[])].sort() }
  })
}

const IMPORT = /(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm
function importedPackages(file: string, own: string): string[] {
  const found: string[] = []
  for (const [, from = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
    const place = from.startsWith('.') ? normalize(join(dirname(file), from)) : from.replace(/^@credence\//, 'packages/')
    const [, part] = /^((?:packages|apps)\/[^/]+)/.exec(place) ?? []
    if (part !== undefined && part !== own) found.push(part.replace(/^packages\//, ''))
  }
  return found
}

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
