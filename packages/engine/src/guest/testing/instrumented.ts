// Runs a C or C++ program as programs run: instrumented, over the runtime and the host.
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { cachedRuntime } from '../../ensemble/node/cached.ts'
import { instrument } from '../../instrument/index.ts'
import { execute } from '../../machine/execute.ts'
import type { CoreSpec } from '../../types.ts'
import { compile, type Language, link } from './program.ts'

export const ZURICH: CoreSpec = { ...RECOMMENDED_SPEC, Class: 'C0Pro', Microarchitecture: 'Zurich' }
export const INCLUDES = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <complex.h>
#include <uxhw.h>
`
const runtime = await cachedRuntime()

/** The instrumented module, to be run on several cores. @throws Error with the compiler's messages */
export async function built(source: string, language: Language = 'c', options: readonly string[] = []): Promise<Uint8Array> {
  const compiled = await compile(source, language, options)
  if (!compiled.succeeded) throw new Error(compiled.messages)
  return instrument(await link(compiled.object, language), { countInstructions: false })
}

/** Standard output and error of a run that ends with exit code 0, separately. @throws Error otherwise, with what was printed */
export function outputOf(module: Uint8Array, core: CoreSpec = ZURICH, samples?: number): { stdout: string; stderr: string } {
  const text = { Stdout: '', Stderr: '' }
  const output = (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => {
    text[stream] += new TextDecoder('latin1').decode(bytes)
  }
  const { ending, message } = execute({ module, core, arguments: [], ...(samples && { samples }) }, { runtime }, { output })
  if (ending.kind !== 'exit' || ending.code !== 0) throw new Error(`${message}\n${text.Stdout}${text.Stderr}`)
  return { stdout: text.Stdout, stderr: text.Stderr }
}
