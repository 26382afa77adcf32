// What a build or a task needs of the worker that takes it.
import type { Application, BuildCoreSpecs } from '@credence/contract'
import type { Isolation, Needs } from '../queue/abilities.ts'
import { PROCESS_BYTES } from '../settings/table.ts'

/**
 * A repository says its languages when it was fetched; every worker has C and C++.
 * @param fortran  some worker has git and Fortran: repositories are left to such, as any of them may hold Fortran
 */
export const needsOfBuild = (application: Application, isolation: Isolation, fortran: boolean): Needs => ({
  isolation,
  tools: application.SourceCode ? [application.SourceCode.Language] : fortran ? ['git', 'Fortran'] : ['git'],
})
export const needsOfTask = ({ MemorySize }: BuildCoreSpecs, isolation: Isolation): Needs => ({
  isolation,
  memory: MemorySize + PROCESS_BYTES,
  tools: [],
})
