// A toolchain for tests; its prepared parts and builds are kept between runs in the folder that examples, command and site use, too.
import { join } from 'node:path'
import { CACHE } from '../../../../../tools/cache.ts'
import type { Engine } from '../../index.ts'
import { openMachine } from '../../machine/node/pool.ts'
import { openToolchain, type Toolchain, type ToolchainOptions } from '../node/toolchain.ts'

export { CACHE as TEST_CACHE }

export function openTestToolchain(options: Partial<ToolchainOptions> = {}): Promise<Toolchain> {
  return openToolchain({ cacheDir: CACHE, ...options })
}

let common: Promise<Toolchain> | undefined
/** One for all test files of this process, and ended with it: a compiler of their own would have each of them load LLVM, which takes seconds. */
export function commonToolchain(): Promise<Toolchain> {
  common ??= openTestToolchain({ limits: { processorMilliseconds: 300_000 } }) // a build may have to make a precompiled header as well
  return common
}

export type TestEngine = Pick<Engine, 'build' | 'run' | 'close'>
/** Builds with the common toolchain and runs in processes of its own. */
export async function openTestEngine(options: { poolSize?: number } = {}): Promise<TestEngine> {
  const toolchain = await commonToolchain()
  const machine = await openMachine({ cacheDir: join(CACHE, 'machine'), runtime: toolchain.runtime, ...options })
  return { build: (request, signal) => toolchain.build(request, signal), run: machine.run, close: machine.close }
}

/** Files of a build from their texts. */
export function sources(texts: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}
