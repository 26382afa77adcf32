import { expect, test } from 'vitest'
import { IMPORTS, PRESSURE, RUNTIME_EXPORTS, RUNTIME_IMPORTS, RUNTIME_STACK_POINTER } from '../abi.ts'
import { buildRuntime, type RunTool, runtimeRecipe, type ToolFiles } from './build.ts'
import { cachedRuntime } from './node/cached.ts'
import { runtimeSources } from './node/sources.ts'

const module = await cachedRuntime()

test('the module exports and imports what the contract says, and nothing else', () => {
  const exported = Object.entries(IMPORTS).flatMap(([name, { by }]) => (by === 'runtime' ? [name] : []))
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()
  const others = [...Object.keys(RUNTIME_EXPORTS), PRESSURE, RUNTIME_STACK_POINTER, 'memory']
  expect(names(WebAssembly.Module.exports(module))).toEqual([...exported, ...others].sort())
  expect(names(WebAssembly.Module.imports(module))).toEqual(Object.keys(RUNTIME_IMPORTS).sort())
  expect(new Set(WebAssembly.Module.imports(module).map((of) => of.module))).toEqual(new Set(['host']))
})

test('every C file is compiled once, with all headers, and linked', async () => {
  const commands: string[][] = []
  const seen: ToolFiles[] = []
  const record: RunTool = async (command, files) => {
    commands.push([...command])
    seen.push(files)
    return { [command[command.indexOf('-o') + 1]!]: new Uint8Array([commands.length]) }
  }
  const sources = { 'a.c': '', 'b.c': '', 'abi.h': '' }
  expect(await buildRuntime(record, sources)).toEqual(new Uint8Array([3]))
  expect(commands.map(([tool]) => tool)).toEqual(['clang', 'clang', 'wasm-ld'])
  expect(Object.keys(seen[0]!).sort()).toEqual(['a.c', 'abi.h'])
  expect(Object.keys(seen[2]!)).toEqual(['a.o', 'b.o'])
})

test('the key of a build changes with any source and with the variant, not with their order', () => {
  const sources = runtimeSources()
  const key = runtimeRecipe(sources)
  expect(runtimeRecipe(Object.fromEntries(Object.entries(sources).reverse()))).toBe(key)
  expect(runtimeRecipe(sources, 'checked')).not.toBe(key)
  expect(runtimeRecipe({ ...sources, 'value.c': `${sources['value.c']} ` })).not.toBe(key)
})
