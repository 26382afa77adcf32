// A hundred workers and ten thousand users, simulated on measured costs: how many tasks a second, what is the first bottleneck, and which setting moves it.
//   node bin/node.cjs bench/simulation.ts
// A discrete-event simulation of what waits for what (bench/simulation/fleet.ts) with costs that the other benchmarks measured (bench/simulation/costs.ts). Seeded:
// the same figures on every machine.
import { CONNECTION_MEGABYTES } from './simulation/costs.ts'
import { type Outcome, type Setting, simulate } from './simulation/fleet.ts'

const BASE: Setting = {
  workers: 100,
  slots: 4,
  workerCores: 2,
  apis: 2,
  databaseCores: 4,
  flush: 4, // `npm run bench notify` on a machine with other load: 193 commits a second that cannot share one
  objectServers: 8,
  listening: 1,
  users: 10_000,
  running: 50,
  program: 2000,
  burst: 3,
  reads: 6,
  connected: 1000,
}
const FAST = { flush: 1 }
const SHORT = { ...FAST, program: 200 }
const VARIANTS: readonly (readonly [name: string, change: Partial<Setting>])[] = [
  ['2 API processes, PostgreSQL of 4 cores whose disk takes 4 ms, 100 workers of 4 slots, programs of 2 s', {}],
  ['three connections of each worker listen, instead of one', { listening: 3 }],
  ['a disk that takes 1 ms', FAST],
  ['that, and 8 slots', { ...FAST, slots: 8 }],
  ['that, and PostgreSQL of 8 cores', { ...FAST, slots: 8, databaseCores: 8 }],
  ['that, and 4 API processes', { ...FAST, slots: 8, databaseCores: 8, apis: 4 }],
  ['that, and an object store twice as large', { ...FAST, slots: 8, databaseCores: 8, apis: 4, objectServers: 16 }],
  ['programs of 0.2 s, a disk that takes 1 ms', SHORT],
  ['the same on 25 workers of 16 slots and 8 cores', { ...SHORT, workers: 25, slots: 16, workerCores: 8 }],
  ['programs of 10 s', { program: 10_000 }],
  ['programs of 10 s, 16 slots', { program: 10_000, slots: 16, workerCores: 8 }],
]
/** What a platform that keeps up looks like: 99 of 100 submissions are answered, and begun where a slot is free, within so many milliseconds. */
const MOST_MS = { submission: 250, toBegin: 1000 }
const RATES = [10, 20, 30, 40, 50, 60, 80, 100, 120, 140, 160, 180, 200, 225, 250, 275, 300, 350, 400, 450, 500, 600]
const USERS_RATE = 10_000 / 600

const keepsUp = ({ submission, toBegin }: Outcome) => submission[1] <= MOST_MS.submission && toBegin[1] <= MOST_MS.toBegin
const percent = (share: number) => `${(100 * share).toFixed(0)} %`
const pair = ([half, most]: readonly [number, number]) => `${half.toFixed(0)}, ${most.toFixed(0)} ms`
const busiest = ({ busy }: Outcome) =>
  Object.entries(busy)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([name, share]) => `${name} ${percent(share)}`)
    .join(', ')
/** Those in use, three of a supervisor among them, as `scale-out` of the documentation has it. */
const connectionsOf = ({ workers, slots, apis }: Setting) => workers * (slots + 3 + 2 + 1 + 3) + apis * (10 + 2 + 1 + 1)

for (const [name, change] of VARIANTS) {
  const setting = { ...BASE, ...change }
  const usual = simulate(setting, USERS_RATE)
  let best: { rate: number; outcome: Outcome } | undefined
  let over: { rate: number; outcome: Outcome } | undefined
  for (const rate of RATES) {
    const outcome = simulate(setting, rate)
    if (!keepsUp(outcome)) {
      over = { rate, outcome }
      break
    }
    best = { rate, outcome }
  }
  console.log(`\n${name}`)
  console.log(`  connections to PostgreSQL: ${connectionsOf(setting)}, ${((connectionsOf(setting) * CONNECTION_MEGABYTES) / 1000).toFixed(0)} GB`)
  console.log(
    `  a task of each user every ten minutes (${USERS_RATE.toFixed(0)} a second): submission p50, p99 ${pair(usual.submission)}; accepted to begun ${pair(usual.toBegin)}; ${busiest(usual)}`,
  )
  if (best)
    console.log(
      `  keeps up with ${best.rate} a second: submission ${pair(best.outcome.submission)}, accepted to begun ${pair(best.outcome.toBegin)}; ${busiest(best.outcome)}`,
    )
  if (over)
    console.log(
      `  not with ${over.rate}: submission ${pair(over.outcome.submission)}, accepted to begun ${pair(over.outcome.toBegin)}; ${busiest(over.outcome)}`,
    )
}
