// The precompiled header in use, with the real compiler.
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { expect, test } from 'vitest'
import { runTool } from './clang.ts'
import { prepare } from './node/toolchain.ts'
import { makePrecompiled, precompiledInputs } from './parts.ts'
import { absolute, ROOTS } from './paths.ts'
import { planBuild } from './plan.ts'
import { usingPrecompiled } from './precompiled.ts'
import { TEST_CACHE } from './testing/toolchain.ts'
import { WRAPPED } from './wraps.ts'

const HEADERS = ['iostream', 'iomanip', 'map', 'memory', 'random', 'sstream', 'algorithm', 'complex', 'functional', 'numeric', 'regex', 'valarray']

test('a program may include as many headers beside iostream as it likes', async () => {
  const { parts } = await prepare({ cacheDir: TEST_CACHE })
  const text = `${HEADERS.map((header) => `#include <${header}>\n`).join('')}int main() { std::cout << std::setw(4) << std::mt19937(7)(); }\n`
  const files = new Map([['main.cpp', new TextEncoder().encode(text)]])
  const plan = planBuild(files, CORE, { wrapped: WRAPPED, headers: parts.headers.keys() })
  const [command] = plan.compile
  const header = await makePrecompiled(command!.precompiled!, parts.headers)
  const path = `${ROOTS.parts}/iostream.pch`
  const inputs = [...precompiledInputs(parts.headers), [absolute('main.cpp', plan.above), files.get('main.cpp')!] as const, [path, header] as const]
  const { succeeded, messages } = await runTool('clang++', [...usingPrecompiled(path), ...command!.arguments], inputs)
  expect(messages).toBe('')
  expect(succeeded).toBe(true)
})
