// Answers of host functions on a path: those of its beginning are what they were when it was chosen, though fewer samples are left to ask.
import { QUERIES } from '../../abi.ts'
import type { Answer, Answers, Path } from '../paths/path.ts'
import type { GuestMemory } from '../wasi/memory.ts'
import type { HostFunctions } from './values.ts'

const SAMPLE = QUERIES.indexOf('sample')

/**
 * The host functions of a path; `answers.own` grows with what they answer anew. Of the path that leads the text of a distribution is what it was as long as
 * it held for all samples: behind that its prints leave marks, and not all of them ask.
 */
export function replaying(host: HostFunctions, { answers, way }: Pick<Path, 'answers' | 'way'>, memory: () => GuestMemory): HostFunctions {
  let flattened: Answer[] | undefined
  const told = () => (flattened ??= segmentsOf(answers).flatMap((own) => own.filter(({ isText }) => !isText))) // most programs ask for nothing
  let flattenedTexts: Answer[] | undefined
  const texts = () => (flattenedTexts ??= textsOf(segmentsOf(answers).slice(0, way === 'leading' ? 1 : undefined)))
  let [next, nextText] = [0, 0]
  /** @param extent  of what a call with this result writes: address and length */
  const once = (compute: () => number, extent?: (result: number) => readonly [address: number, length: number], isText?: true): number => {
    const known = isText ? texts()[nextText++] : told()[next++]
    if (!known) {
      const result = compute()
      const [address, length] = extent?.(result) ?? [0, 0]
      answers.own.push({ result, ...(length > 0 && { written: memory().bytes(address, length).slice() }), ...(isText && { isText }) })
      return result
    }
    if (known.written && extent) memory().write(extent(known.result)[0], known.written.length, known.written)
    return known.result
  }
  return {
    ...host,
    query(kind, handle, argument) {
      if (kind === SAMPLE && next < told().length) host.query(kind, handle, argument) // the draws go on behind those that were made
      return once(() => host.query(kind, handle, argument))
    },
    tail(handle, address, capacity) {
      return once(
        () => host.tail(handle, address, capacity),
        (length) => [address, Math.min(capacity >>> 0, length)],
        true,
      )
    },
    tobytes(handle, address, capacity, form) {
      return once(
        () => host.tobytes(handle, address, capacity, form),
        (length) => [address, Math.max(0, length)],
      )
    },
    atoms(handle, address, capacity) {
      return once(
        () => host.atoms(handle, address, capacity),
        (count) => [address, count > capacity >>> 0 ? 0 : 16 * count],
      )
    },
    nodes(prior, address, count, capacity) {
      return once(
        () => host.nodes(prior, address, count, capacity),
        (wanted) => [address + 16 * count, count + wanted > capacity >>> 0 ? 0 : 16 * wanted],
      )
    },
  }
}

function segmentsOf(answers: Answers): Answer[][] {
  const segments: Answer[][] = []
  for (let at = answers.before; at; at = at.before) segments.push(at.own)
  return segments.reverse()
}
const textsOf = (segments: readonly Answer[][]): Answer[] => segments.flatMap((own) => own.filter(({ isText }) => isText))
