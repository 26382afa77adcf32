// A reporter of Vitest that writes down how long each test file was busy, for the table at the end of `npm test`.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { Timed } from './proportion.ts'

/** Names the file to write; JSON, a list of `Timed`. */
export const FILE_TIMES = 'CREDENCE_FILE_TIMES'

export default class FileTimes implements Reporter {
  readonly #times: Timed[] = []

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const milliseconds = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
    this.#times.push({ name: relative(process.cwd(), module.moduleId), seconds: milliseconds / 1000 })
  }

  onTestRunEnd(): void {
    const path = process.env[FILE_TIMES]
    if (path) writeFileSync(path, JSON.stringify(this.#times))
  }
}
