// What an integer operation with a constant asks of the number whose bits it is given. Only what the answer depends on is asked, for samples that agree in it
// take one path: `bits < bits of infinity` tells classes apart, `bits == bits of 2` tells every number from that one.
import type { Asked } from '../abi.ts'
import { OPCODES } from '../binary/opcodes.ts'

/** An operation of bits, by its opcode, with the constant that is its second operand. */
export interface Use {
  readonly op: number
  readonly constant: bigint
}

/**
 * @param next      what is done with the result, and nothing else with it
 * @param isSigned  false: the sign of the number is away
 */
export function askedBy({ op, constant }: Use, next: Use | undefined, isSigned: boolean): Asked {
  const { width = 64, name = '' } = NAMES[op] ?? {}
  const { mantissa, of } = width === 64 ? WIDE : NARROW
  const classes: Asked = isSigned ? 'kind' : 'class'
  switch (name) {
    case 'add':
    case 'sub': {
      const begin = name === 'add' ? -constant : constant
      const cuts = next && ORDERS_UNSIGNED.test(NAMES[next.op]?.name ?? '') ? cutsOf(next).map((cut) => begin + cut) : undefined
      return cuts && [begin, ...cuts].every(of) ? classes : 'bits'
    }
    case 'shr_s':
    case 'shr_u':
      if (constant === BigInt(width - 1)) return 'sign'
      if (constant < mantissa || constant >= width) return 'bits'
      return isSigned && !(next && cutsSign(next, width - 1 - Number(constant))) ? 'scale' : 'exponent'
    case 'and': {
      const mask = BigInt.asUintN(width, constant)
      if (mask === 1n << BigInt(width - 1)) return 'sign'
      if (mask % (1n << mantissa) !== 0n) return 'bits'
      return isSigned && mask >> BigInt(width - 1) === 1n ? 'scale' : 'exponent'
    }
    default: {
      const cuts = cutsOf({ op, constant })
      if (cuts.length === 1 && SIGNED.test(name) && cuts[0] === 0n) return 'sign'
      return cuts.length > 0 && cuts.every(of) ? classes : 'bits'
    }
  }
}
/** Whether it takes the sign away and nothing else, or sets it. */
export const clearsSign = ({ op, constant }: Use): boolean => NAMES[op]?.name === 'and' && constant === signOf(op) - 1n
export const setsSign = ({ op, constant }: Use): boolean => NAMES[op]?.name === 'or' && BigInt.asUintN(NAMES[op].width, constant) === signOf(op)
const signOf = (op: number): bigint => 1n << BigInt((NAMES[op]?.width ?? 64) - 1)
/** Whether it is a mask without this bit and those above. */
const cutsSign = ({ op, constant }: Use, bit: number): boolean => NAMES[op]?.name === 'and' && constant >= 0n && constant < 1n << BigInt(bit)
/** Whether all that bits without their sign are asked for is the class of their number. */
export const asksClass = (use: Use): boolean => COMPARES[use.op] === true && askedBy(use, undefined, false) === 'class'

/** Where a comparison tells bits apart: the integers at which another answer begins. */
function cutsOf({ op, constant }: Use): bigint[] {
  const name = NAMES[op]?.name ?? ''
  if (/^(eq|ne)$/.test(name)) return [constant, constant + 1n]
  if (/^(lt|ge)_/.test(name)) return [constant]
  return /^(le|gt)_/.test(name) ? [constant + 1n] : []
}

const SIGNED = /^[lg][te]_s$/
const ORDERS_UNSIGNED = /^([lg][te]_u|eq|ne)$/
const NAMES = OPCODES.map((entry) => {
  const [, width, name] = /^i(32|64)\.(\w+)$/.exec(entry?.name ?? '') ?? []
  return name === undefined ? undefined : { width: width === '64' ? (64 as const) : (32 as const), name }
})
const COMPARES = NAMES.map((entry) => /^(eq|ne|[lg][te]_[su])$/.test(entry?.name ?? ''))

/** Whether a class of numbers begins at these bits, whatever their sign. */
function formatOf(width: bigint, mantissa: bigint) {
  const sign = 1n << (width - 1n)
  const [smallest, infinity] = [1n << mantissa, sign - (1n << mantissa)]
  const begins = new Set([0n, 1n, smallest, infinity, infinity + 1n, infinity + smallest / 2n])
  return { mantissa, of: (bits: bigint) => begins.has(BigInt.asUintN(Number(width) - 1, bits)) }
}
const WIDE = formatOf(64n, 52n)
const NARROW = formatOf(32n, 23n)
