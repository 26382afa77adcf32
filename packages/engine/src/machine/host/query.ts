// Questions that a program asks of a value; `shape.ts` says what answers them.
// Rules for plain numbers and for arguments out of range stand at each question. Source: uxhw.h.
import { generator } from '@credence/distribution'
import { QUERIES } from '../../abi.ts'
import type { Tail } from '../../notices.ts'
import type { Value, Values } from './described.ts'
import type { Shape } from './shape.ts'

const DRAW_KEY = 0x44726177 // any fixed number: the same program draws the same samples in every run

type Question = (typeof QUERIES)[number]

export function createQuery(
  runtime: Values,
  shapeOf: (handle: bigint, value: Value) => Shape,
  heed: (tail: Tail) => void = () => {},
): (kind: number, handle: bigint, argument: number) => number {
  const draw = generator(DRAW_KEY)
  const outcome = (question: 'least' | 'instance', handle: bigint, argument: number): number => {
    const value = runtime.value(handle)
    if (!value.uncertain) return question === 'least' ? 0 : value.particle
    const samples = runtime.samples(handle)
    return question === 'least' ? indexOfLeast(samples) : (samples[argument] ?? Number.NaN)
  }
  const asked = (question: Exclude<Question, 'least' | 'instance'>, handle: bigint, argument: number): number => {
    const shape = shapeOf(handle, runtime.value(handle))
    const found = answer(question, shape, argument, draw)
    if (question === 'greater' && shape.samples !== undefined && !Number.isNaN(argument))
      heed({ above: Math.round(found * shape.samples), samples: shape.samples })
    return found
  }
  return (kind, handle, argument) => {
    const question = QUERIES[kind]
    if (question === undefined) throw new RangeError(`there is no question ${kind}`)
    const found = question === 'least' || question === 'instance' ? outcome(question, handle, argument) : asked(question, handle, argument)
    return Number.isNaN(found) ? Number.NaN : found // the one without a sign: a program may print it
  }
}

function answer(question: Exclude<Question, 'least' | 'instance'>, shape: Shape, argument: number, draw: () => number): number {
  switch (question) {
    case 'moment':
      return argument < 1 ? 1 : argument < 2 ? shape.mean : shape.centralMoment(Math.trunc(argument))
    case 'mode':
      return shape.mode(Math.max(1, Math.trunc(argument)))
    case 'supportMin':
      return shape.support[0]
    case 'supportMax':
      return shape.support[1]
    case 'greater':
      return shape.greater(argument)
    case 'quantile':
      return argument >= 0 && argument <= 1 ? shape.quantile(argument) : Number.NaN
    case 'density':
      return shape.density(argument)
    case 'logLikelihood':
      return shape.logLikelihood(argument)
    case 'sample':
      return shape.sample(draw())
  }
}

/** The first of equals; NaN is not less than anything. */
function indexOfLeast(samples: Float64Array): number {
  let least = 0
  for (let i = 1; i < samples.length; i++) if (samples[i]! < samples[least]! || Number.isNaN(samples[least]!)) least = i
  return least
}
