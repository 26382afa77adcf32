// How long from the start to the first answer, and to the first program, after everything was killed -9; by the clock and in processor time.
//   node bin/node.cjs bench/restart.ts [CHECKOUT …]
// Each checkout (default: this one) gets a platform of its own with a home and a port of its own, and they take turns: name two to compare them. Where others use
// the machine the clock says little; processor time, of all processes of the platform until it answers, says what an idle machine would take at least.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Platform } from '../acceptance/platform.ts'
import { conditions, median } from '../tools/conditions.ts'

const TURNS = 7
/** What was under way has to be recovered. */
const TASKS = 200
const PROGRAM = '#include <stdio.h>\nint main(void) { puts("here"); return 0; }\n'

interface Turn {
  readonly answerSeconds: number
  readonly answerProcessor: number
  readonly runSeconds: number
}
interface Subject {
  readonly folder: string
  readonly platform: Platform
  readonly buildId: string
  readonly turns: Turn[]
}

async function open(folder: string): Promise<Subject> {
  process.chdir(folder) // whose `npm start` the platform is
  const platform = await Platform.start({ CREDENCE_DOCS: join(folder, 'no-site'), CREDENCE_PLANS: '{"EnterpriseTier":{"running":100}}' })
  const { build } = await platform.run(PROGRAM)
  return { folder, platform, buildId: String(build.BuildID), turns: [] }
}

async function turn({ folder, platform, buildId, turns }: Subject): Promise<void> {
  for (let count = 0; count < TASKS; count++) await platform.call('POST', `/builds/${buildId}/tasks`)
  platform.signalAll('SIGKILL')
  await sleep(500)
  process.chdir(folder)
  const began = performance.now()
  await platform.up()
  const answerProcessor = processorSeconds(platform)
  const { json } = await platform.call('POST', `/builds/${buildId}/tasks`)
  await platform.end(`/tasks/${json.TaskID}`)
  turns.push({ answerSeconds: platform.secondsToAnswer, answerProcessor, runSeconds: (performance.now() - began) / 1000 })
  const { text } = await platform.call('GET', `/tasks/${json.TaskID}/output/Stdout`)
  if (text !== 'here\n') throw new Error(`a task printed ${text}`)
}

/** Of all processes of the platform that live, and of those that they waited for. Source: proc_pid_stat(5), in ticks of 10 ms. */
function processorSeconds(platform: Platform): number {
  return platform.family().reduce((sum, { pid }) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return sum + fields.slice(11, 15).reduce((all, ticks) => all + Number(ticks), 0) / 100
    } catch {
      return sum // it ended meanwhile
    }
  }, 0)
}

const folders = process.argv.length > 2 ? process.argv.slice(2).map((folder) => resolve(folder)) : [resolve(import.meta.dirname, '..')]
const subjects: Subject[] = []
try {
  for (const folder of folders) subjects.push(await open(folder))
  for (let count = 0; count < TURNS; count++) for (const subject of subjects) await turn(subject)
  const column = (figure: (turn: Turn) => number) =>
    subjects
      .map(({ turns }) => {
        const all = turns.map(figure)
        return `${median(all).toFixed(2)} (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`.padStart(24)
      })
      .join('')
  console.log(`start to first answer, processor seconds  ${column(({ answerProcessor }) => answerProcessor)}`)
  console.log(`start to first answer, seconds            ${column(({ answerSeconds }) => answerSeconds)}`)
  console.log(`start to the end of a task behind ${TASKS}     ${column(({ runSeconds }) => runSeconds)}`)
  console.log(`\n${conditions()}`)
} finally {
  for (const { platform } of subjects) await platform.remove()
}
