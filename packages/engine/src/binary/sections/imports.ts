// What a module takes from outside: functions and globals. Other kinds are refused.
// Source: WebAssembly Core Specification 3.0, section 5.5.5.
import { ModuleError, type Reader, type Writer } from '../bytes.ts'
import { SECTION } from '../sections.ts'
import { vectorForm } from './form.ts'
import { readMutability } from './globals.ts'
import { readValueType } from './types.ts'

export interface Import {
  readonly module: string
  readonly name: string
  readonly offset: number
  readonly kind: 'function' | 'table' | 'memory' | 'global' | 'tag'
  readonly type: number // function and tag: type index; global: value type
  readonly mutable: boolean
}
const KINDS = ['function', 'table', 'memory', 'global', 'tag'] as const

export const imports = vectorForm(SECTION.import, readImport, writeImport)

function readImport(part: Reader): Import {
  const offset = part.at
  const [module, name] = [part.name(), part.name()]
  const kind = KINDS[part.byte()]
  if (!kind) throw new ModuleError('unknown kind of import', part.at - 1)
  if (kind === 'function') return { module, name, offset, kind, type: part.u32(), mutable: false }
  if (kind === 'global') return { module, name, offset, kind, type: readValueType(part), mutable: readMutability(part) }
  throw new ModuleError(`import ${module}.${name} of a ${kind} is not supported`, offset)
}
function writeImport(w: Writer, { module, name, kind, type, mutable }: Import): void {
  w.name(module)
  w.name(name)
  w.byte(KINDS.indexOf(kind))
  if (kind === 'global') {
    w.byte(type)
    w.byte(mutable ? 1 : 0)
  } else w.u32(type)
}
