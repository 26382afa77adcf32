// `npm run properties`: many requests made from the OpenAPI document, right ones and ones with a single fault. Every answer is one that the document
// names, none is a fault of the platform, and answering gets neither slower nor larger. Bounded: ends by itself.
//   npm run properties -- [--requests 50000] [--seed 1]
//   npm run properties -- --url https://credence.example --key scce_…     a platform that runs; what is made stays there
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Report } from './check.ts'
import { command, Platform, SETTINGS } from './platform.ts'
import { prepare, signUp } from './properties/prepare.ts'
import { storm } from './properties/storm.ts'
import { judgeStorm } from './suites/properties.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string' },
    key: { type: 'string' },
  },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
if (![requests, seed].every((number) => Number.isInteger(number) && number > 0)) throw new RangeError('--requests and --seed are positive integers')
if ((values.url === undefined) !== (values.key === undefined)) throw new RangeError('--url and --key belong together')

/** Of the last third against the second: the first has cold caches and an empty account. */
const SLOWER = 1.5
const LARGER = 1.25

/** The process that answers, without its launchers and its worker. */
const serversOf = (platform: Platform): number[] =>
  platform.processes().filter((pid) => /server\/src\/main\.ts/.test(command(pid)) && !/node\.cjs|npm|worker/.test(command(pid)))

const report = new Report()
const began = Date.now()
const onProgress = (sent: number) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(6)} s  ${sent} requests`)
if (values.url !== undefined && values.key !== undefined) {
  const { target, fixed } = await prepare({ origin: new URL(values.url).origin, key: values.key })
  judgeStorm(await storm(target, { requests, seed, fixed, onProgress }), report)
} else {
  const temporary = await mkdtemp(join(tmpdir(), 'credence-properties-'))
  const platform = await Platform.start({ CREDENCE_DOCS: temporary, ...SETTINGS })
  try {
    console.log(`${requests} requests, seed ${seed}, home ${platform.home}`)
    const { target, fixed } = await prepare(await signUp(platform.origin, 'properties'))
    const done = await storm(target, { requests, seed, fixed, pids: serversOf(platform), onProgress })
    judgeStorm(done, report)
    const [, second = 0, third = 0] = done.medians
    console.log(
      `      median ms ${done.medians.map((ms) => ms.toFixed(2)).join(', ')}; slowest ${done.slowest.map(({ call, milliseconds }) => `${call} ${milliseconds.toFixed(0)}`).join(', ')}`,
    )
    report.atMost('median of the last third against the second, times', third / second, SLOWER)
    const [, middle = 0, last = 0] = done.memory
    console.log(`      resident MB of the API ${done.memory.map((bytes) => (bytes / 1e6).toFixed(0)).join(', ')}`)
    report.atMost('memory at the end against two thirds, times', last / middle, LARGER)
  } finally {
    await platform.remove()
    await rm(temporary, { recursive: true, force: true })
  }
}
console.log(`\n${report.passed} passed, ${report.failed} failed`)
process.exitCode = report.failed ? 1 : 0
