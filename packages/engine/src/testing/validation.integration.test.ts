// Programs with exact answers, on Athens and on Reference: mean, deviation, five quantiles and atoms within their gates. `npm run bench validation` prints the errors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fortranSupport } from '../toolchain/fortran/node/flang.ts'
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

const COUNTS = [4096, 16_384]
const found = new Map<string, Promise<readonly Validated[]>>()
/** In C, once for all tests. */
function inC(microarchitecture: 'Athens' | 'Reference'): Promise<readonly Validated[]> {
  const known = found.get(microarchitecture) ?? validate(microarchitecture, COUNTS, engine)
  found.set(microarchitecture, known)
  return known
}

test.for(['Athens', 'Reference'] as const)('every program with an exact answer comes within its gates, on %s', async (microarchitecture) => {
  const rows = await inC(microarchitecture)
  expect(rows).toHaveLength(COUNTS.length * BRANCH_CASES.length)
  expectWithin(rows, microarchitecture)
})

const support = await fortranSupport()
const missing = 'missing' in support ? support.missing : undefined
describe.skipIf(missing)(`the same programs in Fortran${missing ? `, skipped: ${missing}` : ''}`, () => {
  test.for(['Athens', 'Reference'] as const)('come within the same gates with the same digits as in C, on %s', async (microarchitecture) => {
    const rows = await validate(microarchitecture, COUNTS, engine, 'main.f90')
    const others = await inC(microarchitecture)
    expect(rows).toHaveLength(others.length)
    expectWithin(rows, microarchitecture)
    for (const [index, { name, samples, tail, values }] of rows.entries()) {
      const other = others[index]!
      expect([name, samples, tail === other.tail, values.join() === other.values.join()]).toEqual([other.name, other.samples, true, true])
    }
  })
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
