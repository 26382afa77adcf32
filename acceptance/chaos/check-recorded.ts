// Checks the records of runs again, and adds them up: node bin/node.cjs acceptance/chaos/check-recorded.ts FILE…
import { readFileSync } from 'node:fs'
import { judge, type Line, quantileOf, type Verdict } from './recorded.ts'

const paths = process.argv.slice(2)
if (paths.length === 0) throw new RangeError('name the files of records')
const verdicts: Verdict[] = paths.map((path) =>
  judge(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line),
  ),
)
const sum = (figure: (verdict: Verdict) => number) => verdicts.reduce((all, verdict) => all + figure(verdict), 0)
const struck: Record<string, number> = {}
for (const verdict of verdicts) for (const [part, count] of Object.entries(verdict.struck)) struck[part] = (struck[part] ?? 0) + count
const ascending = (some: (verdict: Verdict) => readonly number[]) => verdicts.flatMap(some).sort((a, b) => a - b)
const about = (sorted: readonly number[]) => ({
  count: sorted.length,
  p50: quantileOf(sorted, 0.5),
  p99: quantileOf(sorted, 0.99),
  most: sorted.at(-1),
})
const figures = {
  runs: paths.length,
  acknowledged: sum(({ acknowledged }) => acknowledged),
  refused: sum(({ refused }) => refused),
  unknown: sum(({ unknown }) => unknown),
  again: sum(({ again }) => again),
  struck,
  blows: Object.values(struck).reduce((all, count) => all + count, 0),
  takeoverSeconds: about(ascending(({ takeovers }) => takeovers)),
  takeoverSecondsWithoutObjects: about(ascending(({ takeoversWithoutObjects }) => takeoversWithoutObjects)),
  recoverySeconds: about(ascending(({ recoveries }) => recoveries)),
  heard: sum(({ heard }) => heard),
  sessions: sum(({ sessions }) => sessions),
  hooked: sum(({ hooked }) => hooked),
}
console.log(JSON.stringify(figures, undefined, 2))
const faults = verdicts.flatMap((verdict) => verdict.faults)
for (const fault of faults.slice(0, 20)) console.log(`FAIL  ${fault}`)
console.log(`${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
