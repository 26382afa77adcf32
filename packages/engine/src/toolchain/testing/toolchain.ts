// A toolchain for tests; its prepared parts are kept between runs in a folder that git ignores.
import { fileURLToPath } from 'node:url'
import { openToolchain, type Toolchain, type ToolchainOptions } from '../node/toolchain.ts'

export const TEST_CACHE = fileURLToPath(new URL('../../../../../.credence/test-cache', import.meta.url))

export function openTestToolchain(options: Partial<ToolchainOptions> = {}): Promise<Toolchain> {
  return openToolchain({ cacheDir: TEST_CACHE, ...options })
}

/** Files of a build from their texts. */
export function sources(texts: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}
