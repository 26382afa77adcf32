// The cores every account has. Their ids are in use in programs and scripts and never change.
// An id not marked `given` is `cor_` + the UUID version 5 of `urn:credence:core:<Name>` in the URL namespace; a test computes it.
import { type CoreSpec, type CoreValues, specOf } from './core-fields.ts'
import { type Class, isTracking, type Microarchitecture } from './enums.ts'

export interface DefaultCore extends CoreValues {
  readonly Object: 'Core'
  readonly CoreID: string
  readonly Owner: string
  readonly CreatedAt: number
  readonly UpdatedAt: number
}

/** The owner of what belongs to everyone. */
export const NOBODY = `usr_${'0'.repeat(32)}`
/** 2026-01-01T00:00:00Z, in epoch seconds. */
const SINCE = 1_767_225_600

type Row = readonly [name: string, coreClass: Class, precision: number, memorySize: number, digits: string]

const TRACKING: readonly Row[] = [
  ['C0-XS', 'C0', 32, 32_000_000, 'f03dd5c021e4542e8d6782b11fb58a0d'],
  ['C0-XS+', 'C0', 32, 32_000_000, 'b625de353c03519bb654d58a39bcf370'],
  ['C0-S', 'C0', 64, 64_000_000, 'bfb99e55a19a513d9413703fadb126f8'],
  ['C0-S+', 'C0', 64, 64_000_000, 'b21e4de9927158c1a5b603c2affb8a09'],
  ['C0-M', 'C0', 128, 128_000_000, '6d5a743a40fb53c4bd318df044402046'],
  ['C0-M+', 'C0', 128, 128_000_000, 'f07133a039b25a9ead4799051619d7cc'],
  ['C0-L', 'C0', 256, 256_000_000, 'b00d36c1e6025f65a0f1e00622fc6d06'],
  ['C0-L+', 'C0', 256, 256_000_000, '556abadbf8f95f5e8548cf61023be406'],
  ['C0-XL', 'C0', 512, 512_000_000, 'c77f94cc2d3256caa829dfb0416bcc1f'],
  ['C0-XL+', 'C0', 512, 512_000_000, 'ef7bf59af38b5a36b3d937148c9847e6'],
  ['C0Pro-XS', 'C0Pro', 32, 32_000_000, '3f82c866e7df5d6f82db3a5967f357b6'],
  ['C0Pro-XS+', 'C0Pro', 32, 32_000_000, '5b12dcb46f8551edab509b7913b9477f'],
  ['C0Pro-S', 'C0Pro', 64, 64_000_000, '552c480497935e7aa1d3a42d5ab5930f'],
  ['C0Pro-S+', 'C0Pro', 64, 64_000_000, 'c8ea3c9b7d995479a6028fa025cbe286'],
  ['C0Pro-M', 'C0Pro', 128, 128_000_000, '3af5531a44ff5ac7ad458e748d55dd00'],
  ['C0Pro-M+', 'C0Pro', 128, 128_000_000, 'b852539c8ffd5a40a2688a0b29e344b5'],
  ['C0Pro-L', 'C0Pro', 256, 256_000_000, 'fee1be45cbfe50a992437a68c89b7b19'],
  ['C0Pro-L+', 'C0Pro', 256, 256_000_000, 'c43705fd77b354fcae4918fc6a344894'],
  ['C0Pro-XL', 'C0Pro', 512, 512_000_000, 'b7e21bd10e1f5ebda93d726206146c49'],
  ['C0Pro-XL+', 'C0Pro', 512, 512_000_000, '96990a0ec32b502ba35231b60aa7d44d'],
]
const BYPASS: readonly Row[] = [['C0-Bypass', 'C0', 64, 64_000_000, 'fcd52a07ece85169abb2a1343b0c326f']]
const REFERENCE: readonly Row[] = [
  ['C0-Reference', 'C0', 32, 64_000_000, 'e5895ecd416c5cd9aaf678b6b931b181'],
  ['C0-Reference-32K', 'C0', 32_000, 64_000_000, 'a9ce20aea5ad5485aa80f774924aec6f'],
]
/** Builds for download; their tasks run nowhere here. */
const HARDWARE: readonly Row[] = [
  ['C0-microSD-N', 'C0-microSD', 16, 256_000, '271d544c73a8544d9026252652342972'],
  ['C0-microSD-N+', 'C0-microSD', 16, 256_000, 'c1cde893b0d75bb6a8941e9caf90f2a6'],
  ['C0-microSD-XS', 'C0-microSD', 32, 256_000, '808bbbb9932c5d29a58370a1ec9a859f'],
  ['C0-microSD-XS+', 'C0-microSD', 32, 256_000, '3d8dfc5d4f305e16b867716fe6aba1e9'],
  ['C0-microSD-plus-N', 'C0-microSD-plus', 16, 2_000_000, '1faf6bb2d7d5522ea7fa8d0abb5f8287'],
  ['C0-microSD-plus-N+', 'C0-microSD-plus', 16, 2_000_000, '47178d2437f95276961d2b1311f6efb7'],
  ['C0-microSD-plus-XS', 'C0-microSD-plus', 32, 2_000_000, 'fec16af93c525850a49abe6ddbe9a434'],
  ['C0-microSD-plus-XS+', 'C0-microSD-plus', 32, 2_000_000, '28cfadb7a9535ddf9dffbdeaa41b0f20'],
  ['C0-microSD-plus-S', 'C0-microSD-plus', 64, 2_000_000, 'b4bca7fa91c95e17bba1c210d2485eb1'],
  ['C0-microSD-plus-S+', 'C0-microSD-plus', 64, 2_000_000, 'b3d7e24ecca45da7b3752304e1230f02'],
]

/** Names whose ids were in use before the rule that makes ids from names. */
export const GIVEN_IDS: ReadonlySet<string> = new Set(['C0-S+', 'C0Pro-M+', ...HARDWARE.map(([name]) => name)])

export const DEFAULT_CORES: readonly DefaultCore[] = Object.freeze([
  ...TRACKING.map((row) => core(row, 'Athens')),
  ...BYPASS.map((row) => core(row, 'Bypass')),
  ...REFERENCE.map((row) => core(row, 'Reference')),
  ...HARDWARE.map((row) => core(row, 'Athens')),
])

/** The default core of that name or id, in any case; undefined if there is none. */
export function findCore(nameOrId: string): DefaultCore | undefined {
  const wanted = nameOrId.toLowerCase()
  return DEFAULT_CORES.find((each) => each.Name.toLowerCase() === wanted || each.CoreID === wanted)
}

/**
 * Whether lists that people choose from name it. Tracking cores that forget what values share (A - A is not 0 there) are for who asks for one
 * by name or id.
 */
export function isSuggested({ Microarchitecture, CorrelationTracking }: Pick<DefaultCore, 'Microarchitecture' | 'CorrelationTracking'>): boolean {
  return CorrelationTracking === 'Autocorrelation' || !isTracking(Microarchitecture)
}

/** What runs when nobody names a core. */
export const RECOMMENDED_CORE: DefaultCore = findCore('C0-S+')!
export const RECOMMENDED_SPEC: CoreSpec = specOf(RECOMMENDED_CORE)

/** In names of default cores a final `+` stands for correlation tracking. */
function core([Name, Class, Precision, MemorySize, digits]: Row, Microarchitecture: Microarchitecture): DefaultCore {
  const CorrelationTracking = Name.endsWith('+') ? 'Autocorrelation' : 'Disable'
  return Object.freeze({
    Object: 'Core',
    CoreID: `cor_${digits}`,
    Owner: NOBODY,
    Name,
    Class,
    Microarchitecture,
    CorrelationTracking,
    Precision,
    MemorySize,
    CreatedAt: SINCE,
    UpdatedAt: SINCE,
  })
}
