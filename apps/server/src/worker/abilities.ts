// What this worker can run. It says so in its row, for health, and takes nothing else.
import { totalmem } from 'node:os'
import { LANGUAGES } from '@credence/contract'
import type { FortranSupport } from '@credence/engine'
import type { Config } from '../config.ts'
import type { Abilities } from '../queue/abilities.ts'
import { gitVersion } from '../sources/git.ts'
import type { Engine } from './engine.ts'

export async function abilitiesOf(
  { memoryBytes }: Config['worker'],
  { isolation }: Pick<Engine, 'isolation'>,
  fortran: FortranSupport,
): Promise<Abilities> {
  const git = await gitVersion().then(
    () => ['git'],
    () => [],
  )
  const languages = LANGUAGES.filter((language) => language !== 'Fortran' || 'version' in fortran)
  return { memory: memoryBytes, isolation, tools: [...languages, ...git] }
}

/** Left to what is not ours: below it the machine would begin to swap. */
const RESERVE_SHARE = 0.05

/** Bytes of the machine, or of the container, that programs may still take now. */
export const freeMemory = (): number => process.availableMemory() - RESERVE_SHARE * Math.min(totalmem(), process.constrainedMemory() || totalmem())
