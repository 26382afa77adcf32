import { expect, test } from 'vitest'
import type { Database } from '../database/pool.ts'
import { workerChecks } from './checks.ts'

/** One worker, whose last trial was at `at`; it tries again when it is asked to. */
function oneWorker(at: number, ok: boolean) {
  const trial = (when: number, isGood: boolean) => ({ ok: isGood, milliseconds: 5, at: when, ...(isGood ? {} : { error: 'no answer' }) })
  const state = (when: number, isGood: boolean) => ({ compiler: trial(when, isGood), runner: trial(when, isGood), git: trial(when, isGood) })
  let asked = 0
  let now = state(at, ok)
  const query = async ({ text }: { text: string }) => {
    if (!text.includes('pg_notify')) return { rows: [{ workerId: 'a', host: 'h', pid: 1, slots: 2, state: now }], rowCount: 1 }
    asked++
    now = state(Date.now(), true)
    return { rows: [], rowCount: 1 }
  }
  return { database: { query } as unknown as Database, asked: () => asked }
}

test('a trial of a moment ago is told, without another', async () => {
  const { database, asked } = oneWorker(Date.now() - 1000, false)
  expect([await workerChecks(database).compiler(), asked()]).toMatchObject([{ status: 'unhealthy', more: { error: 'no answer' } }, 0])
})
test.each([
  ['a minute old', -60_000],
  ['of two hours ahead, as a clock was put back', 7_200_000],
])('a trial %s is made again', async (_what, offset) => {
  const { database, asked } = oneWorker(Date.now() + offset, false)
  expect([await workerChecks(database).compiler(), asked()]).toMatchObject([{ status: 'healthy' }, 1])
})
