// Programs that never decide on an uncertain value pay nothing for paths: the program and the runtime module do what they do where only the particle's path is asked for.
import { readFile } from 'node:fs/promises'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { expect, test } from 'vitest'
import { countedCalls } from '../testing/counted-calls.ts'
import { build } from '../toolchain/build.ts'
import { prepare } from '../toolchain/node/toolchain.ts'
import { ObjectCache } from '../toolchain/object-cache.ts'
import { sources, TEST_CACHE } from '../toolchain/testing/toolchain.ts'
import type { CoreSpec, RunResult } from '../types.ts'
import { execute } from './execute.ts'

const { runtime, parts } = await prepare({ cacheDir: TEST_CACHE })
const compiled = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)

test.each(['kalman', 'gum-mass', 'rc-filter'])('%s: as many instructions, and the same calls of the runtime module', async (name) => {
  const core: CoreSpec = { ...RECOMMENDED_SPEC, MemorySize: 64_000_000 }
  const source = await readFile(new URL(`../../../../examples/cases/${name}.c`, import.meta.url), 'utf8')
  const { module, output } = await build({ files: sources({ 'main.c': source }), core }, { parts, objects: new ObjectCache(0) })
  if (!module) throw new Error(output)
  const run = (Microarchitecture: CoreSpec['Microarchitecture']) => {
    let result: RunResult | undefined
    const calls = countedCalls(compiled, () => {
      result = execute({ module, core: { ...core, Microarchitecture }, arguments: [] }, { runtime: compiled }, { output: () => {} })
    })
    return { ...result!, calls }
  }
  const [all, particle] = [run('Athens'), run('Zurich')]
  expect(all.message).toBe('exit code 0')
  expect(all.ways).toBeUndefined()
  expect(all.dynamicInstructions).toBe(particle.dynamicInstructions)
  expect(withoutAsking(all.calls)).toEqual(withoutAsking(particle.calls))
})
/** It is told once what the host wants, and asked whether samples disagree: a load of one number. */
const withoutAsking = (calls: Record<string, number>) => ({ ...calls, statistic: 0, telling: 0, cuts: 0 })
