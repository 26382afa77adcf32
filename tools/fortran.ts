// The Fortran compiler of the tests: Debian's flang, installed by root where it is missing. `npm run fortran` installs it for use.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { find, HOW_TO_GET, OLDEST } from '../packages/engine/src/toolchain/fortran/node/flang.ts'

/** Returns what is missing, as one line, or nothing. */
export async function ensureFlang(): Promise<string | undefined> {
  if (await find(process.env)) return undefined
  const line = `there is no Fortran compiler: ${HOW_TO_GET}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return line
  console.log(`flang is missing: installing flang-${OLDEST} from Debian packages …`)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status
  apt('update')
  apt('install', '-y', '--no-install-recommends', `flang-${OLDEST}`)
  return (await find(process.env)) ? undefined : line
}

if (import.meta.main) {
  const missing = await ensureFlang()
  const flang = await find(process.env)
  console.log(missing ?? `flang ${flang?.version} at ${flang?.path}`)
  process.exitCode = missing ? 1 : 0
}
