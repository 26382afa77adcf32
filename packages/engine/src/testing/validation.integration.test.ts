// Programs with exact answers, on Athens and on Reference: mean, deviation, five quantiles and atoms within their gates. `npm run bench validation` prints the errors.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFlang } from '../toolchain/fortran/node/flang.ts'
import { openTestEngine, type TestEngine } from '../toolchain/testing/toolchain.ts'
import { BRANCH_CASES } from './branch-cases.ts'
import { gatesOf, type Validated, validate } from './validation.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await openTestEngine({ poolSize: 1 })
})
afterAll(() => engine.close())

/** On paths whose number of samples is no power of two, sources that come later pair with them at random; sorting meets such paths most. */
const ATHENS_SORTED = 1e-2

test.for(['Athens', 'Reference'] as const)('every program with an exact answer comes within its gates, on %s', async (microarchitecture) => {
  const found = await validate(microarchitecture, [4096, 16_384], engine)
  expect(found).toHaveLength(2 * BRANCH_CASES.length)
  expectWithin(found, microarchitecture)
})

const flang = await findFlang()
test.skipIf(!flang)('in Fortran, too, with the same digits as in C', async () => {
  const found = await validate('Athens', [4096], engine, 'main.f90')
  expect(found).toHaveLength(BRANCH_CASES.length)
  expectWithin(found, 'Athens')
  const inC = await validate('Athens', [4096], engine)
  for (const [index, { name, tail }] of found.entries()) expect([name, tail === inC[index]!.tail]).toEqual([name, true])
})

function expectWithin(found: readonly Validated[], microarchitecture: 'Athens' | 'Reference'): void {
  for (const { name, samples, errors } of found) {
    const { quantiles, atoms, ...gates } = gatesOf(samples)
    const moments = microarchitecture === 'Athens' && name.includes('sorted') ? ATHENS_SORTED : gates.moments
    const about = `${name}, ${samples}`
    expect(errors.mean, `${about}: mean`).toBeLessThan(moments)
    expect(errors.deviation, `${about}: deviation`).toBeLessThan(moments)
    for (const [index, error] of errors.quantiles.entries()) expect(error, `${about}: quantile ${index}`).toBeLessThan(quantiles[index]!)
    expect(errors.atoms ?? 0, `${about}: atoms`).toBeLessThan(atoms)
  }
}
