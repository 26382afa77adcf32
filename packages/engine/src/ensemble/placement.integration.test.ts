import { expect, test } from 'vitest'
import { startRuntime, type TestRuntime } from './testing/runtime.ts'

/** Ranks of `count` new sources in their joint order, read off uniforms whose node of rank r is r. */
function ranks(runtime: TestRuntime, count: number, joined: 'aligned' | 'onNet'): number[][] {
  const n = runtime.samples
  const sources = Array.from({ length: count }, () => runtime.uniform(-0.5, n - 0.5))
  return runtime[joined](sources).map((samples) => [...samples].map(Math.round))
}
function correlation(a: readonly number[], b: readonly number[]): number {
  const middle = (a.length - 1) / 2
  const product = a.reduce((sum, x, i) => sum + (x - middle) * (b[i]! - middle), 0)
  return product / ((a.length * (a.length ** 2 - 1)) / 12)
}

test('the ranks of every source are a permutation, whatever the number of samples and the way they met', async () => {
  for (const samples of [2, 7, 64, 1000, 1024, 4096])
    for (const joined of ['aligned', 'onNet'] as const) {
      const runtime = await startRuntime({ samples })
      for (const of of ranks(runtime, 40, joined)) expect(of.sort((a, b) => a - b)).toEqual(Array.from({ length: samples }, (_, i) => i))
    }
})

test('two sources form a net: every elementary interval holds one point', async () => {
  for (const joined of ['aligned', 'onNet'] as const) {
    const runtime = await startRuntime({ samples: 4096 })
    const [a, b] = ranks(runtime, 2, joined) as [number[], number[]]
    for (let bits = 0; bits <= 12; bits++) {
      const cells = new Set(a.map((x, i) => (x >> (12 - bits)) * 2 ** (12 - bits) + (b[i]! >> bits)))
      expect(cells.size, `${bits} bits of the first`).toBe(4096)
    }
  }
})

test('of a number of samples that is no power of two every part of the range has its share', async () => {
  for (const samples of [1000, 3000]) {
    for (const [a, b] of [ranks(await startRuntime({ samples }), 2, 'aligned'), ranks(await startRuntime({ samples }), 2, 'onNet')]) {
      const cells = new Float64Array(256)
      a!.forEach((x, i) => {
        cells[16 * Math.floor((16 * x) / samples) + Math.floor((16 * b![i]!) / samples)]!++
      })
      expect(Math.max(...cells.map((count) => Math.abs(count - samples / 256)))).toBeLessThan(5)
    }
  }
})

test('an accumulation and the source it takes next form a net', async () => {
  const runtime = await startRuntime({ samples: 4096 })
  const sources = Array.from({ length: 6 }, () => runtime.uniform(-0.5, 4095.5))
  const samples = runtime.aligned(sources)
  const sum = samples[0]!.map((_, i) => samples.slice(0, 5).reduce((total, x) => total + x[i]!, 0))
  const rank = new Map(
    [...sum]
      .map((x, i) => [x, i] as const)
      .sort(([a], [b]) => a - b)
      .map(([, i], r) => [i, r]),
  )
  for (let bits = 0; bits <= 12; bits++) {
    const cells = new Set([...samples[5]!].map((x, i) => (rank.get(i)! >> (12 - bits)) * 2 ** (12 - bits) + (Math.round(x) >> bits)))
    expect(cells.size, `${bits} bits of the sum`).toBe(4096)
  }
})

test('sources are uncorrelated, on the net, ranked and beyond the coordinates of the net', async () => {
  for (const samples of [1000, 4096]) {
    for (const joined of ['aligned', 'onNet'] as const) {
      const sources = ranks(await startRuntime({ samples }), 48, joined)
      const correlations = sources.flatMap((a, i) => sources.slice(0, i).map((b) => correlation(a, b)))
      const deviation = Math.sqrt(correlations.reduce((sum, r) => sum + r * r, 0) / correlations.length)
      expect(deviation).toBeLessThan(1.15 / Math.sqrt(samples))
      expect(Math.max(...correlations.map(Math.abs))).toBeLessThan(5 / Math.sqrt(samples))
    }
  }
  const net = ranks(await startRuntime({ samples: 4096 }), 16, 'onNet')
  expect(Math.max(...net.flatMap((a, i) => net.slice(0, i).map((b) => Math.abs(correlation(a, b)))))).toBeLessThan(0.02)
})

test('what two sources add to values in nearly the same order stays independent', async () => {
  const runtime = await startRuntime({ samples: 4096 })
  const big = runtime.gauss(0, 1000)
  const small = Array.from({ length: 12 }, () => runtime.uniform(-0.5, 4095.5))
  const sources = runtime.aligned([big, ...small]).slice(1)
  // also their distances from the middle: scrambles of one sequence agree in their leading digits but for a sign
  const shapes = sources.map((samples) => [[...samples], [...samples].map((x) => Math.abs(x - 2047.5))].map(standardised))
  for (const [i, a] of shapes.entries())
    for (const b of shapes.slice(0, i))
      for (const k of [0, 1]) expect(Math.abs(a[k]!.reduce((sum, x, m) => sum + x * b[k]![m]!, 0)) / 4096).toBeLessThan(0.06)
})

function standardised(samples: readonly number[]): number[] {
  const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length
  const deviation = Math.sqrt(samples.reduce((sum, x) => sum + (x - mean) ** 2, 0) / samples.length)
  return samples.map((x) => (x - mean) / deviation)
}
