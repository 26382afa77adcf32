// What the worker needs of the engine.
import type { Engine as WholeEngine } from '@credence/engine'

export type Engine = Pick<WholeEngine, 'build' | 'run' | 'standAlone' | 'isolation' | 'fortran' | 'close'>
