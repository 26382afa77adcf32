// Paths on their way into the memory of the runtime, and splits on their way out. Layout: HANDED in `abi.ts`.
import { HANDED, HANDED_KINDS, type RUNTIME_EXPORTS, WAYS } from '../../abi.ts'
import type { Birth, Path, Split } from './path.ts'

/** What the runtime module exports for the host. */
export type RuntimeCalls = Record<keyof typeof RUNTIME_EXPORTS, (...parameters: (number | bigint)[]) => number | bigint>

/** @param all  samples of all paths */
export function handPath(runtime: RuntimeCalls, buffer: () => ArrayBuffer, path: Path, all: number): void {
  const { which, decided, way = 'samples', settled = 0 } = path
  const count = which.length
  const give = (numbers: Float64Array) => handDoubles(runtime, buffer, numbers)
  runtime.follow!(all, (which[0]! * all + count) | 0, WAYS.indexOf(way), settled)
  if (decided.answers.length > 0) {
    const answers = handed(runtime, decided.answers.length)
    new Uint8Array(buffer(), answers, decided.answers.length).set(decided.answers)
    runtime.decided!(answers, decided.answers.length, give(decided.conversions), decided.conversions.length)
    runtime.condition!(give(which))
  }
  const table = handBirths(runtime, buffer, path)
  if (table.numbers > 0) runtime.births!(table.address, table.numbers)
}

/** A Handed for each number of a birth, in the memory of the runtime. */
export interface HandedBirths {
  readonly address: number
  readonly numbers: number
}
export function handBirths(runtime: RuntimeCalls, buffer: () => ArrayBuffer, { which, births, samples }: Path): HandedBirths {
  const numbers = (births.at(-1)?.number ?? -1) + 1
  if (numbers === 0) return { address: 0, numbers }
  const held = handDoubles(runtime, buffer, samples)
  const bytes = HANDED.bytes * numbers
  const address = handed(runtime, bytes)
  new Uint8Array(buffer(), address, bytes).fill(0)
  const view = new DataView(buffer(), address, bytes)
  let next = 0
  for (const birth of births) {
    const at = HANDED.bytes * birth.number
    view.setUint32(at + HANDED.number, birth.number, true)
    view.setUint32(at + HANDED.kind, HANDED_KINDS.indexOf(birth.kind), true)
    view.setFloat64(at + HANDED.plain, birth.plain, true)
    view.setUint32(at + HANDED.negated, Number(birth.negated), true)
    if (birth.kind === 'held') view.setUint32(at + HANDED.samples, held + 8 * which.length * next++, true)
  }
  return { address, numbers }
}
const handed = (runtime: RuntimeCalls, bytes: number): number => Number(runtime.hand!(bytes)) >>> 0
function handDoubles(runtime: RuntimeCalls, buffer: () => ArrayBuffer, numbers: Float64Array): number {
  const address = handed(runtime, numbers.byteLength)
  new Uint8Array(buffer(), address, numbers.byteLength).set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength))
  return address
}

/** @param own  which of all samples those of the path were, where the runtime has no order of its own */
export function readSplit(buffer: ArrayBuffer, parameters: readonly number[], own: Float64Array): Split {
  const [classes, answers, answerCount, converts, which, births, birthCount, taken, takenCount, numbers, numberCount, leads] = parameters.map(
    (n) => n >>> 0,
  )
  const count = own.length
  const doubles = (address: number, length: number) => new Float64Array(buffer.slice(address, address + 8 * length))
  const view = new DataView(buffer, births!, HANDED.bytes * birthCount!)
  const all: Birth[] = []
  const addresses: number[] = []
  for (let at = 0; at < view.byteLength; at += HANDED.bytes) {
    const kind = HANDED_KINDS[view.getUint32(at + HANDED.kind, true)]! as Birth['kind']
    all.push({
      number: view.getUint32(at + HANDED.number, true),
      kind,
      plain: view.getFloat64(at + HANDED.plain, true),
      negated: view.getUint32(at + HANDED.negated, true) !== 0,
    })
    if (kind === 'held') addresses.push(view.getUint32(at + HANDED.samples, true))
  }
  const samples = new Float64Array(addresses.length * count)
  addresses.forEach((address, i) => {
    samples.set(doubles(address, count), i * count)
  })
  return {
    classes: new Uint32Array(buffer.slice(classes!, classes! + 4 * count)),
    answers: doubles(answers!, answerCount!),
    converts: converts !== 0,
    which: which === 0 ? own : doubles(which!, count),
    births: all,
    samples,
    decided: { answers: new Uint8Array(buffer.slice(taken!, taken! + takenCount!)), conversions: doubles(numbers!, numberCount!) },
    ...(leads! < answerCount! && { leads: leads! }),
  }
}
