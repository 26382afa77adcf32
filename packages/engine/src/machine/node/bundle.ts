// Modules of ours as one script: a process then reads one file instead of sixty, and V8 can be given that file's compiled code. It knows the forms of
// import and export that our sources have and refuses every other. Types are stripped; what comes after them stays where it stood.
//   import { a, b as c } from './x.ts'  →  const { a, b: c } = modules[3]
//   export const d = …                  →  const d = …, and { d } is what modules[4] is
import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, resolve } from 'node:path'

/** The texts of a module and of all that it names in imports, of types too: what its script depends on. Much quicker than the script itself. */
export function sourcesOf(entry: string): string[] {
  const texts = new Map<string, string>([[entry, '']])
  for (const path of texts.keys()) {
    const text = readFileSync(path, 'utf8')
    texts.set(path, text)
    for (const [, specifier] of text.matchAll(SPECIFIER)) {
      const next = locate(specifier!, path)
      if (!texts.has(next)) texts.set(next, '')
    }
  }
  return [...texts.values()]
}
const SPECIFIER = /\bfrom '(\.[^']+|@credence\/[^']+)'/g

/**
 * The script, in strict mode: it runs the modules, those first that others import, and its value is what `entry` exports.
 * @param entry  absolute path of a TypeScript module
 * @throws Error  a form it does not know, or modules that import each other
 */
export function bundle(entry: string): string {
  const places = new Map<string, number>()
  const parts: string[] = []
  const open = new Set<string>()
  const add = (path: string): number => {
    const known = places.get(path)
    if (known !== undefined) return known
    if (open.has(path)) throw new Error(`${path}: modules that import each other cannot be one script`)
    open.add(path)
    const body = moduleBody(path, (specifier) => add(locate(specifier, path)))
    parts.push(`modules.push((() => {${body}\n})())\n`)
    places.set(path, places.size)
    return places.get(path)!
  }
  add(entry)
  return `'use strict';(() => {const modules = []\n${parts.join('')}return modules.at(-1)})()`
}

const IMPORT = /^import\s+\{([^}]*)\}\s*from\s*'([^']+)';?/gm
const PASSED_ON = /^export\s+\{([^}]*)\}\s*from\s*'([^']+)';?/gm
const EXPORTED = /^export\s+(?=(?:const|function\*?|class)\s+(\w+))/gm
const UNKNOWN = /^(?:import|export)\b.*|\bimport\.meta\b|\bimport\s*\(|^await\b.*/m

function moduleBody(path: string, placeOf: (specifier: string) => number): string {
  const source = (specifier: string): string => {
    if (specifier.startsWith('node:')) return `process.getBuiltinModule('${specifier}')`
    return `modules[${placeOf(specifier)}]`
  }
  const exported: string[] = []
  const code = withoutTypes(readFileSync(path, 'utf8'))
    .replace(IMPORT, (_, names: string, specifier: string) => `const {${bindings(names)}} = ${source(specifier)}`)
    .replace(PASSED_ON, (_, names: string, specifier: string) => {
      const from = source(specifier)
      for (const { name, as } of listed(names)) exported.push(`${as}: ${from}.${name}`)
      return ''
    })
    .replace(EXPORTED, (_, name: string) => {
      exported.push(name)
      return ''
    })
  const [unknown] = UNKNOWN.exec(code) ?? []
  if (unknown !== undefined) throw new Error(`${path}: '${unknown}' is a form that the script of a process cannot have`)
  return `${code}\nreturn {${exported.join(', ')}}`
}

function listed(names: string): { name: string; as: string }[] {
  const words = names.split(',').map((each) => each.trim())
  return words.filter(Boolean).map((each) => {
    const [name = '', as = name] = each.split(/\s+as\s+/)
    return { name, as }
  })
}
const bindings = (names: string): string =>
  listed(names)
    .map(({ name, as }) => (name === as ? name : `${name}: ${as}`))
    .join(', ')

function locate(specifier: string, from: string): string {
  return specifier.startsWith('.') ? resolve(dirname(from), specifier) : createRequire(from).resolve(specifier)
}

/** Imports of types alone vanish with the types, so that files which hold only types are not followed. */
function withoutTypes(code: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {} // Node calls this function experimental once per process, on the user's terminal
  try {
    return stripTypeScriptTypes(code, { mode: 'strip' })
  } finally {
    process.emitWarning = emitWarning
  }
}
