// Random samples of a mixture, drawn from its pairwise histogram, and the keyed generator behind them.
import { histogramOf, quantileFunction } from './histogram.ts'
import { finiteCount, type Mixture, nonFiniteMasses, sumOf, totalMass } from './mixture.ts'

/**
 * The sample that a uniform number in [0, 1) stands for: first the finite share of the mass, by the inverse of the histogram's distribution function,
 * then NaN, -Infinity and +Infinity by theirs. An empty mixture gives NaN.
 */
export function sampler(mixture: Mixture): (u: number) => number {
  const total = totalMass(mixture)
  const { nan, negative } = nonFiniteMasses(mixture)
  const count = finiteCount(mixture)
  const finite = count === mixture.positions.length ? 1 : sumOf(mixture.masses, 0, count) / total
  const sampleFinite = finiteSampler(mixture)
  return (u) => {
    if (u < finite) return sampleFinite(u / finite)
    const rest = (u - finite) * total
    return !(rest >= nan) ? Number.NaN : rest < nan + negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }
}

/** @param random  uniform numbers in [0, 1), one per sample */
export function drawSamples(mixture: Mixture, count: number, random: () => number): Float64Array {
  const sample = sampler(mixture)
  return Float64Array.from({ length: count }, () => sample(random()))
}

/**
 * Uniform numbers in [0, 1) with 53 random bits, the same for the same key everywhere.
 * Source: Blackman & Vigna 2021, xoshiro128**, its state filled by splitmix64 as they advise.
 */
export function generator(key: bigint | number): () => number {
  const state = new Uint32Array(4)
  let seed = BigInt.asUintN(64, BigInt(key))
  for (let i = 0; i < 4; i += 2) {
    seed = BigInt.asUintN(64, seed + 0x9e3779b97f4a7c15n)
    const mixed = splitmix64(seed)
    state[i] = Number(mixed & 0xffffffffn)
    state[i + 1] = Number(mixed >> 32n)
  }
  const next = (): number => {
    const [s0, s1, s2, s3] = [state[0]!, state[1]!, state[2]!, state[3]!]
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0
    state[2] = s2 ^ s0
    state[3] = s3 ^ s1
    state[1] = s1 ^ state[2]
    state[0] = s0 ^ state[3]
    state[2] ^= s1 << 9
    state[3] = rotateLeft(state[3], 11)
    return result
  }
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) * 2 ** -53
}

function finiteSampler(mixture: Mixture): (u: number) => number {
  const histogram = histogramOf(mixture, 'pairwise')
  if (!histogram) return () => Number.NaN
  if ('point' in histogram) return () => histogram.point
  return quantileFunction(histogram)
}

function splitmix64(seed: bigint): bigint {
  let z = seed
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
  return z ^ (z >> 31n)
}

function rotateLeft(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits))
}
