// Dates of pages come from the repository's history; a copy without one, or without git, has none to show, and Docusaurus would refuse to build.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '../../..')

export const hasHistory =
  existsSync(resolve(REPOSITORY, '.git')) && spawnSync('git', ['log', '-1'], { cwd: REPOSITORY, stdio: 'ignore' }).status === 0
