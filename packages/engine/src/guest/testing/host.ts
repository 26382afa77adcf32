// A runtime small enough to check the library against: an uncertain value is a particle and a short list of atoms of equal mass,
// operations work atom by atom, and every call of an import is recorded.
// JavaScript passes the payload of a quiet NaN through an f64 parameter unchanged; that is enough for tests (docs/engine/webassembly.md).
import { FAMILIES } from '@credence/distribution'
import { BINARY, IMPORTS, MALFORMED, NO_PARTICLE, QUERIES, UNARY } from '../../abi.ts'

export interface Value {
  readonly particle: number
  readonly atoms: readonly number[]
}
export interface Host {
  readonly imports: WebAssembly.ModuleImports
  /** Calls of imports, as text. */
  readonly calls: readonly string[]
}

const number64 = new Float64Array(1)
const bits64 = new BigUint64Array(number64.buffer)
const number32 = new Float32Array(1)
const bits32 = new Uint32Array(number32.buffer)
export const bitsOf = (x: number): bigint => {
  number64[0] = x
  return bits64[0]!
}
export const ofBits = (bits: bigint): number => {
  bits64[0] = bits
  return number64[0]!
}

const PREFIX = 0x7ffd_0000_0000_0000n
const isHandle = (bits: bigint) => (bits & 0x7fff_0000_0000_0000n) === PREFIX && (bits & 0xffff_ffff_ffffn) !== 0n
const hex = (bits: bigint, digits: number) => bits.toString(16).toUpperCase().padStart(digits, '0')

export function host(memory: () => WebAssembly.Memory): Host {
  const values = new Map<bigint, Value>()
  const calls: string[] = []
  // As bits: an array of doubles may lose the payload of a NaN.
  let buffer: bigint[] = []
  const numbers = () => buffer.map((bits) => ofHandle(bits).particle)

  const make = (value: Value): number => {
    const handle = BigInt(values.size + 1)
    values.set(handle, value)
    return ofBits(PREFIX | handle)
  }
  const ofHandle = (bits: bigint): Value => {
    if (!isHandle(bits)) return { particle: ofBits(bits), atoms: [ofBits(bits)] }
    const value = values.get(bits & 0xffff_ffff_ffffn)!
    return bits >> 63n ? { particle: -value.particle, atoms: value.atoms.map((x) => -x) } : value
  }
  const value = (x: number) => ofHandle(bitsOf(x))
  const lift =
    (operation: (...xs: number[]) => number) =>
    (...xs: number[]) => {
      const given = xs.map(value)
      const count = Math.max(...given.map(({ atoms }) => atoms.length))
      const atoms = Array.from({ length: count }, (_, i) => operation(...given.map((one) => one.atoms[i % one.atoms.length]!)))
      return make({ particle: operation(...given.map(({ particle }) => particle)), atoms })
    }
  const empirical = (atoms: readonly number[]) => make({ particle: atoms.reduce((sum, x) => sum + x, 0) / atoms.length, atoms })
  const compare = (test: (x: number, y: number) => boolean) => (x: number, y: number) => Number(test(value(x).particle, value(y).particle))
  const demote = (x: number) => {
    bits32[0] = 0x7fc00000 | Number(bitsOf(x) & 0x3fffffn)
    return number32[0]!
  }
  const promote = (x: number) => {
    number32[0] = x
    return ofBits(PREFIX | BigInt(bits32[0]! & 0x3fffff))
  }
  const tailOf = ({ particle, atoms }: Value) =>
    `Ux04${hex(1n, 16)}${hex(bitsOf(particle), 16)}${hex(BigInt(atoms.length), 8)}${atoms.map((x) => hex(bitsOf(x), 16) + hex(2n ** 63n / BigInt(atoms.length), 16)).join('')}`
  const text = (address: number, length: number) => new TextDecoder('latin1').decode(new Uint8Array(memory().buffer, address, length))

  const functions: Record<string, (...args: never[]) => unknown> = {
    particle: (x: number) => value(x).particle,
    promote,
    demote,
    integer64: (x: number) => value(x).particle,
    unary(operation: number, x: number) {
      calls.push(`unary ${UNARY[operation]} ${value(x).particle}`)
      return lift(MATH_1[UNARY[operation]!]!)(x)
    },
    binary(operation: number, x: number, y: number) {
      calls.push(`binary ${BINARY[operation]} ${value(x).particle} ${value(y).particle}`)
      return lift(MATH_2[BINARY[operation]!]!)(x, y)
    },
    fma(x: number, y: number, z: number) {
      calls.push(`fma ${value(x).particle} ${value(y).particle} ${value(z).particle}`)
      return lift((x, y, z) => x! * y! + z!)(x, y, z)
    },
    add64: lift((x, y) => x! + y!),
    sub64: lift((x, y) => x! - y!),
    mul64: lift((x, y) => x! * y!),
    div64: lift((x, y) => x! / y!),
    sqrt64: lift((x) => Math.sqrt(x!)),
    abs64: lift((x) => Math.abs(x!)),
    copysign64: lift(MATH_2['copysign']!),
    trunc64: lift((x) => Math.trunc(x!)),
    eq64: compare((x, y) => x === y),
    ne64: compare((x, y) => x !== y),
    lt64: compare((x, y) => x < y),
    gt64: compare((x, y) => x > y),
    le64: compare((x, y) => x <= y),
    ge64: compare((x, y) => x >= y),
    source(family: number, shape1: number, shape2: number, location: number, scale: number, mean: number) {
      calls.push(`source ${FAMILIES[family]} ${shape1} ${shape2} ${location} ${scale} ${mean}`)
      return make({ particle: mean, atoms: [mean - scale, mean + scale] })
    },
    clear() {
      buffer = []
    },
    put: (x: number) => void buffer.push(bitsOf(x)),
    get: (index: number) => ofBits(buffer[index]!),
    empirical(weighted: number) {
      calls.push(`empirical ${weighted} ${numbers().join(' ')}`)
      if (weighted === 0) return empirical(numbers())
      const atoms = numbers().filter((_, i) => i % 2 === 0)
      const weights = numbers().filter((_, i) => i % 2 === 1)
      const total = weights.reduce((sum, x) => sum + x, 0)
      return make({ particle: atoms.reduce((sum, x, i) => sum + (x * weights[i]!) / total, 0), atoms })
    },
    joint(dimensions: number) {
      const rows = numbers()
      calls.push(`joint ${dimensions} ${rows.join(' ')}`)
      buffer = Array.from({ length: dimensions }, (_, d) => bitsOf(empirical(rows.filter((_, i) => i % dimensions === d))))
    },
    mixture(a: number, b: number, probability: number) {
      const [x, y] = [value(a), value(b)]
      calls.push(`mixture ${x.particle} ${y.particle} ${probability}`)
      return make({ particle: probability * x.particle + (1 - probability) * y.particle, atoms: [...x.atoms, ...y.atoms] })
    },
    limit(x: number, least: number, most: number) {
      calls.push(`limit ${value(x).particle} ${least} ${most}`)
      return empirical(value(x).atoms.filter((atom) => atom >= least && atom <= most))
    },
    copy: (x: number) => make(value(x)),
    jointcopy() {
      buffer = buffer.map((bits) => bitsOf(make(ofHandle(bits))))
    },
    trace(variable: number, element: number, bits: bigint) {
      calls.push(`trace ${variable} ${element} ${ofHandle(BigInt.asUintN(64, bits)).particle}`)
    },
    query(kind: number, bits: bigint, argument: number) {
      calls.push(`query ${QUERIES[kind]} ${ofHandle(BigInt.asUintN(64, bits)).particle} ${argument}`)
      return 42
    },
    tail(bits: bigint, address: number, capacity: number) {
      const tail = new TextEncoder().encode(tailOf(ofHandle(BigInt.asUintN(64, bits))))
      if (tail.length <= capacity) new Uint8Array(memory().buffer).set(tail, address)
      return tail.length
    },
    parse(address: number, length: number, decimal: bigint) {
      const digits = text(address, length).slice(2)
      const count = Number.parseInt(digits.slice(34, 42), 16)
      const positions = digits.length >= 42 + 32 * count ? 16 : 8
      if (digits.length < 42 + (positions + 16) * count || digits.startsWith('FF')) return BigInt.asIntN(64, MALFORMED)
      const atoms = Array.from({ length: count }, (_, i) => {
        const position = digits.slice(42 + i * (positions + 16)).slice(0, positions)
        if (positions === 16) return ofBits(BigInt(`0x${position}`))
        bits32[0] = Number.parseInt(position, 16)
        return number32[0]!
      })
      const unsigned = BigInt.asUintN(64, decimal)
      const particle = ofBits(unsigned === NO_PARTICLE ? BigInt(`0x${digits.slice(18, 34)}`) : unsigned)
      if (digits.slice(2, 18) === hex(0n, 16)) return BigInt.asIntN(64, bitsOf(particle))
      return BigInt.asIntN(64, bitsOf(make({ particle, atoms })))
    },
    printing: () => 0,
    tell: () => 0,
    tobytes(bits: bigint, address: number, capacity: number, form: number) {
      const { particle, atoms } = ofHandle(BigInt.asUintN(64, bits))
      const length = form / 8 + 24 + 16 * atoms.length
      calls.push(`tobytes ${particle} ${form}`)
      if (length > capacity) return -1
      new Uint8Array(memory().buffer, address, length).fill(form)
      return length
    },
    frombytes(address: number, length: number, form: number) {
      calls.push(`frombytes ${length} ${form}`)
      return BigInt.asIntN(64, length < 29 ? MALFORMED : bitsOf(new DataView(memory().buffer).getFloat64(address, true)))
    },
  }
  const missing = (name: string) => () => {
    throw new Error(`the test host has no ${name}`)
  }
  return {
    imports: Object.fromEntries(Object.keys(IMPORTS).map((name) => [name, functions[name] ?? missing(name)])) as WebAssembly.ModuleImports,
    calls,
  }
}

const halfEven = (x: number) => {
  const below = Math.floor(x)
  return x - below === 0.5 ? below + (below % 2) : Math.round(x)
}
/** Those that JavaScript has; the others give a number of their own, so that a wrong operation is seen. */
const MATH_1: Record<string, (x: number) => number> = Object.fromEntries(
  UNARY.map((name, index) => {
    if (name === 'fabs') return [name, Math.abs]
    if (name === 'rint') return [name, halfEven]
    const own = (Math as unknown as Record<string, (x: number) => number>)[name]
    return [name, own ?? ((x: number) => 1000 * (index + 1) + x)]
  }),
)
const MATH_2: Record<string, (...xs: number[]) => number> = {
  pow: (x, y) => x! ** y!,
  atan2: (y, x) => Math.atan2(y!, x!),
  hypot: (x, y) => Math.hypot(x!, y!),
  fmod: (x, y) => x! % y!,
  fmin: (x, y) => Math.min(x!, y!),
  fmax: (x, y) => Math.max(x!, y!),
  fdim: (x, y) => Math.max(0, x! - y!),
  remainder: (x, y) => x! - y! * halfEven(x! / y!),
  copysign: (x, y) => (y! < 0 || Object.is(y, -0) ? -Math.abs(x!) : Math.abs(x!)),
  scalb: (x, y) => x! * 2 ** y!,
  nextafter: (x, y) => x! + Math.sign(y! - x!) * 2 ** -52,
  nexttowardf: (x, y) => x! + Math.sign(y! - x!) * 2 ** -22,
  jn: (n, x) => 1000 * n! + x!,
  yn: (n, x) => 2000 * n! + x!,
}
