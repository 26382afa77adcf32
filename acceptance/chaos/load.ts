// Submits tasks, and builds among them, as a client does that repeats what was not acknowledged. What was acknowledged is remembered.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Platform } from '../platform.ts'
import { buildProgram, SOURCE, submit as submitTask } from '../program.ts'

/** Between two builds. */
const TASKS_PER_BUILD = 8

export interface Acknowledged {
  readonly tasks: { readonly id: string; readonly name: string }[]
  readonly builds: string[]
}
export interface Load {
  readonly acknowledged: Acknowledged
  /** Answers other than 202, 503 and none. */
  readonly faults: string[]
  /** Submits until so many tasks are acknowledged. */
  until(tasks: number): Promise<void>
}

export async function submitter(platform: Platform): Promise<Load> {
  const acknowledged: Acknowledged = { tasks: [], builds: [] }
  const faults: string[] = []
  const buildId = await buildProgram(platform)
  const accepted = async (asked: Promise<Answer>): Promise<Record<string, unknown> | undefined> => {
    try {
      const { status, json, text } = await asked
      if (status === 202) return json
      if (status !== 503) faults.push(`a submission: ${status} ${text.slice(0, 200)}`)
    } catch {
      // No answer: it may have been accepted or not, and nobody was told.
    }
    await sleep(50)
    return undefined
  }
  return {
    acknowledged,
    faults,
    async until(tasks) {
      while (acknowledged.tasks.length < tasks) {
        const number = acknowledged.tasks.length
        if (number % TASKS_PER_BUILD === 0) {
          const body = { Code: `// ${number} ${Date.now()}\n${SOURCE}`, Language: 'C' }
          const made = await accepted(platform.call('POST', '/sourcecode/builds', { body }))
          if (made) acknowledged.builds.push(String(made['BuildID']))
        }
        const name = `${number}-${Date.now()}`
        const made = await accepted(submitTask(platform, buildId, name, 0.05 + (number % 7) * 0.05))
        if (made) acknowledged.tasks.push({ id: String(made['TaskID']), name })
      }
    },
  }
}
