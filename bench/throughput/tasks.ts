// Trivial tasks of an account, submitted over the API and waited for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../acceptance/platform.ts'

const PROGRAM = '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%f\\n", 1 + UxHwDoubleGaussDist(0, 1)); return 0; }\n'
const PRINTS = /^1(\.000000)?Ux/
const PATIENCE_SECONDS = 150
const SUBMITTERS = 8

export interface Account {
  readonly key: string
  readonly buildId: string
}
export type Row = readonly [what: string, value: string]

export async function accountWithBuild(platform: Platform, key: string): Promise<Account> {
  const { json } = await platform.call('POST', '/sourcecode/builds', { key, body: { Code: PROGRAM, Language: 'C' } })
  const account = { key, buildId: String(json.BuildID) }
  for (;;) {
    const { Status } = (await platform.call('GET', `/builds/${account.buildId}`, { key })).json
    if (Status === 'Completed') return account
    if (Status === 'Stopped' || Status === undefined) throw new Error(`the build of the trivial program is ${Status}`)
    await sleep(20)
  }
}

export async function submit(platform: Platform, { key, buildId }: Account): Promise<string> {
  const { status, json, text } = await platform.call('POST', `/builds/${buildId}/tasks`, { key, body: {} })
  if (status !== 202) throw new Error(`a task was refused: ${text}`)
  return String(json.TaskID)
}

export interface Drained {
  /** Of the time after the last submission. */
  readonly tasksPerSecond: number
  /** That ended in that time. */
  readonly late: number
}
/**
 * Submits one task for each of `owners` and waits for all; each must be right.
 * @param submitted  called when the last one was accepted
 */
export async function drain(platform: Platform, owners: readonly Account[], submitted: () => void = () => {}): Promise<Drained> {
  const ids: { owner: Account; taskId: string }[] = []
  const waiting = owners.values()
  await Promise.all(
    Array.from({ length: SUBMITTERS }, async () => {
      for (const owner of waiting) ids.push({ owner, taskId: await submit(platform, owner) })
    }),
  )
  const from = Date.now()
  submitted()
  const finished: number[] = []
  for (const { owner, taskId } of ids) {
    const seconds = PATIENCE_SECONDS - (Date.now() - from) / 1000
    if (seconds <= 0) break
    const { json } = await untilEnded(platform, owner, taskId)
    if (json.Status !== 'Completed') throw new Error(`a trivial task ended as ${json.Status}`)
    finished.push(Number(json.FinishedAt))
  }
  await mustBeRight(platform, ids.at(-1)!.owner, ids.at(-1)!.taskId)
  const late = finished.filter((at) => at > from)
  return { tasksPerSecond: late.length / ((Math.max(...late) - from) / 1000), late: late.length }
}

export async function mustBeRight(platform: Platform, { key }: Account, taskId: string): Promise<void> {
  const { text } = await platform.call('GET', `/tasks/${taskId}/output/Stdout`, { key })
  if (!PRINTS.test(text)) throw new Error(`a trivial task printed ${text.slice(0, 40)}`)
}

async function untilEnded(platform: Platform, { key }: Account, taskId: string): ReturnType<Platform['call']> {
  for (;;) {
    const answer = await platform.call('GET', `/tasks/${taskId}`, { key })
    if (['Completed', 'Stopped', 'Cancelled'].includes(String(answer.json.Status))) return answer
    await sleep(200) // asking is work for the platform, too
  }
}
