// A program with all that it needs, as one module that a WASI runtime runs: program, runtime module, and the functions of the host in an interpreter.
import { CORE_FIELDS } from '@credence/contract/core-fields'
import { readModule } from '../binary/module.ts'
import { decisionCount } from '../lines/decisions.ts'
import { withMemoryMaximum } from '../machine/memory-maximum.ts'
import { configurationOf } from '../machine/once.ts'
import type { CoreSpec } from '../types.ts'
import { combine } from './combine.ts'
import { createGlue } from './glue.ts'
import type { Snapshot } from './snapshot.ts'

export type { Snapshot } from './snapshot.ts'

/** What stands beside the program in every such module. */
export interface AloneParts {
  /** The runtime module. */
  readonly runtime: Uint8Array
  readonly snapshot: Snapshot
}

const PAGE = 65_536

/**
 * @param program  as it was built for the core
 * @throws RangeError  the program does not fit into the memory of the core
 * @throws ModuleError  it is no program of ours
 */
export function standAlone(program: Uint8Array, core: CoreSpec, { runtime, snapshot }: AloneParts): Uint8Array {
  const pages = Math.floor(core.MemorySize / PAGE)
  const { module, initialPages } = withMemoryMaximum(program, pages)
  if (initialPages > pages)
    throw new RangeError(`stack and static data need ${initialPages * PAGE} bytes, and the core has ${core.MemorySize} (MemorySize)`)
  if (!readModule(module).imports.some(({ module: from }) => from === 'ux')) return module // nothing in it is uncertain
  const { samples, atoms, tracking, independent, budget } = configurationOf({ core })
  const glue = createGlue(snapshot, {
    ...{ samples, atoms, tracking, independent, budget },
    microarchitecture: CORE_FIELDS.Microarchitecture.words.indexOf(core.Microarchitecture),
    precision: core.Precision,
    place: decisionCount(module) + 1,
  })
  return combine({ program: module, runtime, interpreter: snapshot.interpreter }, glue)
}
