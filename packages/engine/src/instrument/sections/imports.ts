// What the changed code needs of the runtime: those functions of the ABI that it calls, and the global `ux.pressure`.
import { IMPORTS, PRESSURE } from '../../abi.ts'
import { F32, F64, I32, I64 } from '../../binary/opcodes.ts'
import type { Import } from '../../binary/sections/imports.ts'
import { UX_NAMES } from '../floats.ts'
import type { Numbering } from './numbering.ts'
import type { TypeTable } from './types.ts'

const CODES = { i32: I32, i64: I64, f32: F32, f64: F64 } as const

export function withRuntimeImports(read: readonly Import[], { added, importsPressure }: Numbering, types: TypeTable): Import[] {
  const functions = added.map((place): Import => {
    const { parameters, result } = IMPORTS[UX_NAMES[place]!]!
    const type = types.index({ parameters: parameters.map((one) => CODES[one]), results: result ? [CODES[result]] : [] })
    return { module: 'ux', name: UX_NAMES[place]!, offset: 0, kind: 'function', type, mutable: false }
  })
  const pressure: Import = { module: 'ux', name: PRESSURE, offset: 0, kind: 'global', type: I32, mutable: true }
  return [...read, ...functions, ...(importsPressure ? [] : [pressure])]
}
