// What the address says of the list of cores, and which cores are like that.
import { type Core, idPattern, LIMITS } from '@credence/contract'
import { textIn } from '../state/address.ts'

export interface CoreFilter {
  readonly tab?: 'custom' | undefined
  readonly q?: string | undefined
  /** At least so many Dirac deltas. */
  readonly precision?: number | undefined
  /** At most so many Dirac deltas: the fewer, the faster a program runs. Plain numbers are as fast as it gets. */
  readonly fast?: number | undefined
  /** The id of a build, whose program's times are shown. */
  readonly of?: string | undefined
  /** At least so many bytes. */
  readonly memory?: number | undefined
}
/** Only what is meant: an address may say anything. */
export function coreSearch(search: Record<string, unknown>): CoreFilter {
  const { of } = search
  const q = textIn(search['q'])
  const number = (value: unknown, most: number) => {
    const given = Number(value)
    return Number.isInteger(given) && given > 0 && given <= most ? given : undefined
  }
  const { precision: deltas, memorySize } = LIMITS.core
  const [precision, fast, memory] = [
    number(search['precision'], deltas.max),
    number(search['fast'], deltas.max),
    number(search['memory'], memorySize.max),
  ]
  return {
    ...(search['tab'] === 'custom' && { tab: 'custom' as const }),
    ...(q !== '' && { q: q.slice(0, 200) }),
    ...(typeof of === 'string' && new RegExp(idPattern('build')).test(of) && { of }),
    ...(precision !== undefined && { precision }),
    ...(fast !== undefined && { fast }),
    ...(memory !== undefined && { memory }),
  }
}
export function matches(core: Core, { q = '', precision = 0, fast = Number.POSITIVE_INFINITY, memory = 0 }: CoreFilter): boolean {
  const text = Object.values(core).join(' ').toLowerCase()
  return (
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    core.Precision >= precision &&
    (core.Precision <= fast || core.Microarchitecture === 'Bypass') &&
    core.MemorySize >= memory
  )
}
