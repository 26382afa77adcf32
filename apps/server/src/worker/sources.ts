// What a build compiles: the one file of a source-code build, or a repository.
import type { BuildOfAttempt } from '../builds/queries.ts'
import { type RepositorySettings, readRepository, type Sources } from '../sources/repository.ts'

export type SourceSettings = RepositorySettings

/** @throws SourceFault in words for its owner; the reason of the signal */
export async function sourcesOf(settings: SourceSettings, { application, core }: BuildOfAttempt, signal: AbortSignal): Promise<Sources> {
  const { SourceCode, Repository } = application
  if (Repository) return readRepository(settings, Repository, core, () => undefined, signal)
  if (!SourceCode) throw new Error('a build of nothing')
  const texts = {
    [SOURCE_FILE[SourceCode.Language]]: SourceCode.Code,
    ...(SourceCode.ConfigMk !== undefined && { 'config.mk': SourceCode.ConfigMk }),
  }
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]))
  return { files, inputs: new Map(), notes: [], traceVariables: [] }
}

const SOURCE_FILE = { C: 'main.c', 'C++': 'main.cpp', Fortran: 'main.f90' } as const
