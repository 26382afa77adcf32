// The web console against its budgets, from the built files in a real browser: script, paint, interactions, runs, long lists and outputs, memory over an hour of events.
//   node bin/node.cjs bench/console.ts [--only weights,paints,interactions,runs,events,tasks,output,hour] [--runs 3600]
// Exit status 1 on a miss. Times are by the clock unless they say processor: on a busy machine the former say what so busy a machine does.
import { parseArgs } from 'node:util'
import { startConsole } from '../apps/console/tests/console-browsing.ts'
import { buildConsole } from '../tools/build-console.ts'
import { CACHE } from '../tools/cache.ts'
import { conditions } from '../tools/conditions.ts'
import { paints, weights } from './console/first-screen.ts'
import { hour } from './console/hour.ts'
import { interactions } from './console/interactions.ts'
import { longOutput, manyTasks } from './console/long.ts'
import { events, PROGRAM, runs } from './console/runs.ts'
import type { Row } from './console/tab.ts'

const PARTS = ['weights', 'paints', 'interactions', 'runs', 'events', 'output', 'hour', 'tasks'] as const
const { values } = parseArgs({ options: { only: { type: 'string' }, runs: { type: 'string', default: '3600' } } })
const wanted = values.only?.split(',') ?? PARTS
const folder = await buildConsole(CACHE)
await using console_ = await startConsole({ withDocs: false })
const { platform } = console_
const { build, task } = await platform.run(PROGRAM)
const ids = { build: String(build.BuildID), task: String(task.TaskID) }
const measures: Record<(typeof PARTS)[number], () => Promise<Row[]>> = {
  weights: () => weights(console_, folder),
  paints: () => paints(console_),
  interactions: () => interactions(console_, ids.task),
  runs: () => runs(console_),
  events: () => events(console_, ids.build),
  output: () => longOutput(console_),
  hour: () => hour(console_, ids.build, Number(values.runs)),
  tasks: () => manyTasks(console_, ids.task),
}
console.log('| What | measured | budget | |\n| --- | --- | --- | --- |')
const begun = performance.now()
for (const part of wanted.filter((each): each is (typeof PARTS)[number] => Object.hasOwn(measures, each))) {
  const partBegun = performance.now()
  for (const { what, measured, budget, isWithin } of await measures[part]().catch(failed(part))) {
    console.log(`| ${what} | ${measured} | ${budget} | ${isWithin ? 'held' : '**missed**'} |`)
    if (!isWithin) process.exitCode = 1
  }
  process.stderr.write(`${part}: ${Math.round((performance.now() - partBegun) / 1000)} s\n`)
}
console.log(`\n${conditions()}; ${Math.round((performance.now() - begun) / 60_000)} minutes`)

/** A part that cannot be measured is missed; the others are measured. */
function failed(part: string): (error: unknown) => Row[] {
  return (error) => [
    { what: part, measured: `not measured: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`, budget: '', isWithin: false },
  ]
}
