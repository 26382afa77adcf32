// The Fortran compiler of the tests: Debian's flang, installed by root where it is missing. `npm run fortran` installs it for use.
import { find, HOW_TO_GET, OLDEST } from '../packages/engine/src/toolchain/fortran/node/flang.ts'
import { installPackage } from './debian.ts'

/** Returns what is missing, as one line, or nothing. */
export async function ensureFlang(): Promise<string | undefined> {
  if (await find(process.env)) return undefined
  const line = `there is no Fortran compiler: ${HOW_TO_GET}`
  return installPackage(`flang-${OLDEST}`, 'flang is missing') && (await find(process.env)) ? undefined : line
}

if (import.meta.main) {
  const missing = await ensureFlang()
  const flang = await find(process.env)
  console.log(missing ?? `flang ${flang?.version} at ${flang?.path}`)
  process.exitCode = missing ? 1 : 0
}
