// The fields of a core, once. Schemas of requests and answers, columns of the database, what builds copy and caches are keyed by, tables of the
// command line and of the pages are all made from these rows. No library is imported here, so that the engine can read them.
import { CLASSES, CORRELATION_TRACKING, MICROARCHITECTURES } from './enums.ts'
import { LIMITS } from './limits.ts'

const { name, precision, memorySize } = LIMITS.core

interface Shown {
  readonly description: string
  /** Of its column in lists for people. */
  readonly heading: string
  readonly example: string | number
}
export interface TextField extends Shown {
  readonly minLength: number
  readonly maxLength: number
}
export interface WordField extends Shown {
  readonly words: readonly string[]
  /** Requests may spell it in any case. */
  readonly anyCase?: true
}
export interface NumberField extends Shown {
  readonly min: number
  readonly max: number
  readonly unit?: 'bytes'
}
export type CoreField = TextField | WordField | NumberField

export const CORE_FIELDS = {
  Name: { ...name, description: 'A name of your choice.', heading: 'name', example: 'My core' },
  Class: {
    words: CLASSES,
    description: 'C0 is the standard class, C0Pro the fast one. The microSD classes give a binary for hardware and run no tasks.',
    heading: 'class',
    example: 'C0Pro',
  },
  Microarchitecture: {
    words: MICROARCHITECTURES,
    description:
      'Athens tracks uncertainty with per-sample branches, Zurich with one decision per branch; Bypass tracks nothing; Reference is Monte Carlo.',
    heading: 'microarchitecture',
    example: 'Athens',
  },
  CorrelationTracking: {
    words: CORRELATION_TRACKING,
    anyCase: true,
    description:
      'With Autocorrelation, values remember their common origin: x−x is 0. With Disable, the operands of every operation are independent.',
    heading: 'correlation',
    example: 'Autocorrelation',
  },
  Precision: {
    min: precision.min,
    max: precision.max,
    description: `In bits: how many points (Dirac deltas) the distribution of a printed value has. More show a finer shape, and take longer. On Reference: how often the program is executed. At most ${precision.trackingMax} on Athens and Zurich.`,
    heading: 'precision',
    example: 128,
  },
  MemorySize: {
    ...memorySize,
    unit: 'bytes',
    description: 'Memory of the program in bytes: data, heap and stack.',
    heading: 'memory',
    example: 32_000_000,
  },
} as const satisfies Readonly<Record<string, CoreField>>
export type CoreFieldName = keyof typeof CORE_FIELDS
export const CORE_FIELD_NAMES = Object.keys(CORE_FIELDS) as readonly CoreFieldName[]

/** What a field holds: one of its words, a number, a text. */
export type CoreFieldValue<Name extends CoreFieldName> = (typeof CORE_FIELDS)[Name] extends { readonly words: readonly (infer Word)[] }
  ? Word
  : (typeof CORE_FIELDS)[Name] extends { readonly min: number }
    ? number
    : string
export type CoreValues = { readonly [Name in CoreFieldName]: CoreFieldValue<Name> }

/** What a program is built for and run on: a core without its name. */
export type CoreSpec = Omit<CoreValues, 'Name'>
/** In the order in which builds show them; a field that is named nowhere here comes last. */
export const SPEC_FIELD_NAMES: readonly (keyof CoreSpec)[] = ordered()

/** The fields of a core that someone made or stored, and nothing else of it. */
export const valuesOf = (core: CoreValues): CoreValues => picked(core, CORE_FIELD_NAMES)
/** What a build copies of a core. */
export const specOf = (core: CoreSpec): CoreSpec => picked(core, SPEC_FIELD_NAMES)

function picked<Fields, Name extends keyof Fields>(from: Fields, names: readonly Name[]): Pick<Fields, Name> {
  return Object.fromEntries(names.map((each) => [each, from[each]])) as Pick<Fields, Name>
}

function ordered(): (keyof CoreSpec)[] {
  const { Name: _, Class, Precision, MemorySize, ...others } = CORE_FIELDS
  return Object.keys({ Class, Precision, MemorySize, ...others } satisfies Readonly<Record<keyof CoreSpec, CoreField>>) as (keyof CoreSpec)[]
}
