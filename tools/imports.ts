// What every source file of the repository takes from others: imports of TypeScript and JavaScript, types among them, and includes of C.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'

export interface Imports {
  /** Files of the repository, by their paths in it. */
  readonly files: readonly string[]
  /** Names of packages that are no part of it, and of Node's own modules. */
  readonly packages: readonly string[]
}

const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/
const C = /\.(?:c|h|cc|cpp)$/
const LEFT_OUT = ['node_modules', 'build', 'golden', 'fixtures']

/** Every source file below `root` with its imports, tests among them. */
export function importsOf(root: string): ReadonlyMap<string, Imports> {
  const sources = globSync('**', { cwd: root, exclude: (name) => name.startsWith('.') || LEFT_OUT.includes(name) }).filter(
    (path) => SCRIPT.test(path) || C.test(path),
  )
  const there = new Set(sources)
  const workspaces = readWorkspaces(root)
  return new Map(
    sources.map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [path, C.test(path) ? includes(path, text, there) : scriptImports(path, text, there, workspaces)]
    }),
  )
}

/** Specifiers in the text of a script, in any form that the language has. */
export function specifiers(path: string, text: string): string[] {
  const { module, program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const found = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : []))),
  ]
  if (!/\bimport\s*\(|\brequire\b/.test(text)) return [...new Set(found)] // to visit the whole tree takes longer than to parse it
  const visitor = new Visitor({
    ImportExpression: ({ source }) => void (source.type === 'Literal' && typeof source.value === 'string' && found.push(source.value)),
    TSImportType: ({ source }) => void found.push(source.value),
    CallExpression: ({ callee, arguments: [name] }) => {
      const isRequire = callee.type === 'Identifier' && callee.name === 'require'
      const isResolve = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'resolve'
      if ((isRequire || isResolve) && name?.type === 'Literal' && typeof name.value === 'string' && /^[@a-z.#]/.test(name.value))
        found.push(name.value)
    },
  })
  visitor.visit(program)
  return [...new Set(found)]
}

function scriptImports(path: string, text: string, there: ReadonlySet<string>, workspaces: Workspaces): Imports {
  const files: string[] = []
  const packages: string[] = []
  for (const specifier of specifiers(path, text)) {
    const places = workspaces.placesOf(specifier, path)
    if (places) files.push(...places.flatMap((place) => fileAt(place, there)))
    else packages.push(packageName(specifier))
  }
  return { files, packages }
}

/** As an import may name it: with its ending, without, or as a folder. */
function fileAt(place: string, there: ReadonlySet<string>): string[] {
  const found = ['', '.ts', '.tsx', '.js', '/index.ts', '/index.tsx'].map((ending) => place + ending).find((each) => there.has(each))
  return found === undefined ? [] : [found]
}

const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

interface Workspaces {
  /** Where a specifier leads within the repository; undefined: to a package of others. */
  placesOf(specifier: string, from: string): readonly string[] | undefined
}
interface Manifest {
  readonly name?: string
  readonly exports?: Readonly<Record<string, string>>
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

function readWorkspaces(root: string): Workspaces {
  const folders = globSync(['packages/*', 'apps/*'], { cwd: root })
  const manifests = folders.map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest,
  }))
  return {
    placesOf(specifier, from) {
      if (specifier.startsWith('.')) return [relative(root, resolve(root, dirname(from), specifier))]
      if (specifier.startsWith('@site/')) return [`apps/docs/${specifier.slice('@site/'.length)}`]
      const own = manifests.find(({ folder }) => from.startsWith(`${folder}/`))
      const inner = own?.manifest.imports?.[specifier]
      if (own && inner) return Object.values(inner).map((path) => join(own.folder, path))
      const named = manifests.find(({ manifest: { name } }) => name !== undefined && (specifier === name || specifier.startsWith(`${name}/`)))
      if (!named) return undefined
      const path = named.manifest.exports?.[`.${specifier.slice(named.manifest.name?.length)}`]
      return path === undefined ? [] : [join(named.folder, path)]
    },
  }
}

/** A header is beside the file, below a folder above it, or in a folder `include` above it. */
function includes(path: string, text: string, there: ReadonlySet<string>): Imports {
  const files = [...text.matchAll(/^\s*#\s*include\s*["<]([^">]+)[">]/gm)].flatMap(([, name = '']) => {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const found = [join(folder, name), join(folder, 'include', name)].find((each) => there.has(each))
      if (found !== undefined) return [found]
      if (folder === '.') return []
    }
  })
  return { files, packages: [] }
}
