// The rules of a core, from the contract, told before anything is asked: what each field may hold, what will be used of it, and why it cannot be saved.
import {
  CORE_FIELDS,
  type CoreFieldName,
  type CoreRequest,
  type CoreValues,
  errors,
  isHardwareClass,
  isTracking,
  LIMITS,
  type ResourceLimits,
} from '@credence/contract'
import { bytes } from '../ui/bytes.ts'

/** As typed: numbers are texts until they are right. */
export type CoreDraft = Readonly<Record<CoreFieldName, string>>

export const EMPTY_CORE: CoreDraft = {
  Name: '',
  Class: 'C0',
  Microarchitecture: 'Athens',
  CorrelationTracking: 'Autocorrelation',
  Precision: '64',
  MemorySize: '64 MB',
}
export const draftOf = (core: CoreValues): CoreDraft => ({ ...core, Precision: String(core.Precision), MemorySize: String(core.MemorySize) })

const UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9, KIB: 1024, MIB: 1024 ** 2, GIB: 1024 ** 3 }
/** Bytes of `64 MB`, `64000000` or `64 MiB`; undefined: it is neither. */
export function readBytes(text: string): number | undefined {
  const [, digits, unit = ''] = /^\s*([\d_, ]*\d(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? []
  const size = UNITS[unit.toUpperCase()]
  if (digits === undefined || size === undefined) return undefined
  const count = Number(digits.replace(/[_, ]/g, '')) * size
  return Number.isInteger(count) ? count : undefined
}
const readWhole = (text: string): number | undefined => (/^\s*\d+\s*$/.test(text) ? Number(text) : undefined)

export interface CoreCheck {
  /** What is sent; undefined while something is wrong. */
  readonly request: CoreRequest | undefined
  /** By field, in the words of the platform where it has some. */
  readonly faults: Partial<Record<CoreFieldName, string>>
  /** What will be used of it, where that is not what was typed. */
  readonly notes: Partial<Record<CoreFieldName, string>>
}
/** @param limits  of the plan; a core may not be larger */
export function checkCore(draft: CoreDraft, limits?: Pick<ResourceLimits, 'MemorySize'>): CoreCheck {
  const faults: Partial<Record<CoreFieldName, string>> = {}
  const notes: Partial<Record<CoreFieldName, string>> = {}
  const Name = draft.Name.trim()
  const { minLength, maxLength } = CORE_FIELDS.Name
  if (Name.length < minLength || Name.length > maxLength)
    faults.Name = `${errors.malformedField('Name').message}: ${minLength} to ${maxLength} characters`

  const { min, max, trackingMax } = LIMITS.core.precision
  const tracks = isTracking(draft.Microarchitecture)
  const most = tracks ? trackingMax : max
  const Precision = readWhole(draft.Precision)
  if (Precision === undefined || Precision < min || Precision > most)
    faults.Precision = `${errors.malformedField('Precision').message}: ${min} to ${most}${tracks ? ` on ${draft.Microarchitecture}` : ''}`
  else if (draft.Microarchitecture === 'Bypass') notes.Precision = 'Not used: Bypass prints plain numbers.'
  else if (draft.Microarchitecture === 'Reference') notes.Precision = `The program is executed ${Precision.toLocaleString('en')} times.`
  else if (!Number.isInteger(Math.log2(Precision)))
    notes.Precision = `${2 ** Math.floor(Math.log2(Precision))} will be used: the largest power of two that is not above it.`

  const memory = CORE_FIELDS.MemorySize
  const MemorySize = readBytes(draft.MemorySize)
  if (MemorySize === undefined || MemorySize < memory.min || MemorySize > memory.max)
    faults.MemorySize = `${errors.malformedField('MemorySize').message}: ${bytes(memory.min)} to ${bytes(memory.max)}`
  else if (limits && MemorySize > limits.MemorySize) faults.MemorySize = `${errors.tierLimit().message}: at most ${bytes(limits.MemorySize)}`
  else notes.MemorySize = `${MemorySize.toLocaleString('en')} bytes`

  if (isHardwareClass(draft.Class)) notes.Class = errors.hardwareOnly(draft.Class).message
  if (!tracks) notes.CorrelationTracking = `Has no effect on ${draft.Microarchitecture}.`
  else if (draft.CorrelationTracking === 'Disable') notes.CorrelationTracking = 'The operands of every operation are independent: A − A is not 0.'
  const isRight = Object.keys(faults).length === 0
  return { request: isRight ? ({ ...draft, Name, Precision, MemorySize } as CoreRequest) : undefined, faults, notes }
}

/** The fields that differ; none: there is nothing to update. */
export function changesOf(before: CoreValues, after: CoreRequest): Partial<CoreRequest> {
  const names = Object.keys(CORE_FIELDS) as CoreFieldName[]
  return Object.fromEntries(names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]))
}
