// Submits tasks, and builds among them, as a client does that repeats what was not acknowledged. What was acknowledged is remembered.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../platform.ts'

/** Spins for a while, so that a kill falls into it, and says which task it was, with an uncertain value. */
const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <uxhw.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
int main(int count, char **words) {
  double end = now() + atof(words[2]);
  while (now() < end) for (volatile int i = 0; i < 100000; i++) ;
  printf("task %s mean %.6f\\n", words[1], UxHwDoubleNthMoment(UxHwDoubleUniformDist(0, 1), 1));
  return 0;
}
`
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
  const build = await platform.call('POST', '/sourcecode/builds', { body: { Code: PROGRAM, Language: 'C' } })
  const buildId = String(build.json['BuildID'])
  await platform.end(`/builds/${buildId}`)
  const submit = async (path: string, body: object): Promise<Record<string, unknown> | undefined> => {
    try {
      const { status, json, text } = await platform.call('POST', path, { body })
      if (status === 202) return json
      if (status !== 503) faults.push(`POST ${path}: ${status} ${text.slice(0, 200)}`)
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
          const made = await submit('/sourcecode/builds', { Code: `// ${number} ${Date.now()}\n${PROGRAM}`, Language: 'C' })
          if (made) acknowledged.builds.push(String(made['BuildID']))
        }
        const name = `${number}-${Date.now()}`
        const made = await submit(`/builds/${buildId}/tasks`, { Arguments: `${name} ${(0.05 + (number % 7) * 0.05).toFixed(2)}` })
        if (made) acknowledged.tasks.push({ id: String(made['TaskID']), name })
      }
    },
  }
}
