// For tests: Fortran programs from source to output.
import { RECOMMENDED_SPEC as core } from '@credence/contract/cores'
import type { BuildRequest, BuildResult, Engine, Files, RunResult } from '../../../index.ts'

export type Sources = Readonly<Record<string, string>>
export interface Ended extends RunResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | undefined
}

export function buildSources(engine: Engine, sources: Sources, more: Partial<BuildRequest> = {}): Promise<BuildResult> {
  const files = new Map(Object.entries(sources).map(([name, text]) => [name, new TextEncoder().encode(text)]))
  return engine.build({ files, core, ...more })
}
/** @param files  of the working directory @throws Error with the output of a build that fails */
export async function runSources(engine: Engine, sources: Sources, more: Partial<BuildRequest> = {}, files?: Files): Promise<Ended> {
  const { module, output } = await buildSources(engine, sources, more)
  if (!module) throw new Error(output)
  const text = { Stdout: '', Stderr: '' }
  const result = await engine.run(
    { module, core: more.core ?? core, arguments: [], ...(files && { files }) },
    {
      output: (stream, bytes) => {
        text[stream] += new TextDecoder().decode(bytes)
      },
    },
  )
  return { ...result, stdout: text.Stdout, stderr: text.Stderr, code: result.ending.kind === 'exit' ? result.ending.code : undefined }
}
