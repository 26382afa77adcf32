// The version of the packaged LLVM: what it makes, and so the name under which that is kept, depends on it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** @throws Error  the package is not installed, or does not say its version */
export function compilerVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@yowasp/clang')
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'))
  if (typeof version !== 'string') throw new Error('the package of the compiler does not say its version')
  return version
}
