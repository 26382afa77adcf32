// Dates of pages come from the repository's history; a copy without one, or without git, has none to show, and Docusaurus would refuse to build.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

export const hasHistory = existsSync(`${REPOSITORY}.git`) && spawnSync('git', ['log', '-1'], { cwd: REPOSITORY, stdio: 'ignore' }).status === 0
