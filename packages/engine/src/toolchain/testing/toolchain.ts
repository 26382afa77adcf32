// A toolchain for tests; its prepared parts and builds are kept between runs in the folder that examples, command and site use, too.
import { resolve } from 'node:path'
import { openToolchain, type Toolchain, type ToolchainOptions } from '../node/toolchain.ts'

export const TEST_CACHE = resolve(process.env['CREDENCE_HOME'] ?? resolve(import.meta.dirname, '../../../../../.credence'), 'cache')

export function openTestToolchain(options: Partial<ToolchainOptions> = {}): Promise<Toolchain> {
  return openToolchain({ cacheDir: TEST_CACHE, ...options })
}

/** Files of a build from their texts. */
export function sources(texts: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}
