// Modules of ours as one script: a process then reads one file instead of eighty, and V8 can be given that file's compiled code.
import { readFileSync } from 'node:fs'
import { createRequire, SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, resolve } from 'node:path'

/** The texts of a module and of all that it names in imports, of types too: what its script depends on. Much quicker than the script itself. */
export function sourcesOf(entry: string): string[] {
  const texts = new Map<string, string>([[entry, '']])
  for (const path of texts.keys()) {
    const text = readFileSync(path, 'utf8')
    texts.set(path, text)
    for (const [, specifier] of text.matchAll(SPECIFIER)) {
      const next = specifier!.startsWith('.') ? resolve(dirname(path), specifier!) : createRequire(path).resolve(specifier!)
      if (!texts.has(next)) texts.set(next, '')
    }
  }
  return [...texts.values()]
}
const SPECIFIER = /\bfrom '(\.[^']+|@credence\/[^']+)'/g

/** A script has no exports of its own, and what it requires is Node's. On the same line, so that the map fits. */
const around = (code: string): string => `'use strict';((require) => { const exports = {}; ${code}\nreturn exports })`

export interface Bundle {
  /** A script whose value is a function: given what loads modules of Node, it returns what the entry exports. */
  readonly code: string
  /** Which place of which source a place in the script comes from. */
  readonly map: string
}
/**
 * @param entry  absolute path of a TypeScript module
 * @throws Error  where a module is missing, waits at its start, is loaded when it runs, or is neither ours nor Node's
 */
export async function bundle(entry: string): Promise<Bundle> {
  const { rolldown } = await import('rolldown') // here, since it is rarely needed
  const build = await rolldown({
    input: entry,
    platform: 'node',
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(`${entry} cannot be one script: ${message}`)
    },
  })
  try {
    const { output } = await build.generate({ format: 'cjs', exports: 'named', sourcemap: 'hidden' })
    const chunks = output.filter((each) => each.type === 'chunk')
    const foreign = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]).filter((name) => !name.startsWith('node:'))
    const [chunk] = chunks
    if (!chunk?.map || foreign.length > 0) throw new Error(`${entry} cannot be one script: it needs ${foreign.join(', ')}`)
    return { code: around(chunk.code), map: chunk.map.toString() }
  } finally {
    await build.close()
  }
}

/** The text of an error, with the lines of our sources where it names places in a script of this name. */
export function withSources(map: string, script: string, text: string): string {
  const origins = new SourceMap(JSON.parse(map) as SourceMapPayload)
  return text.replaceAll(new RegExp(`\\b${RegExp.escape(script)}:(\\d+):(\\d+)`, 'g'), (place, line: string, column: string) => {
    const { fileName, lineNumber } = origins.findOrigin(Number(line), Number(column)) as { fileName?: string; lineNumber?: number }
    return fileName === undefined ? place : `${fileName.replace(/^(\.\.\/)+/, '')}:${lineNumber}`
  })
}
