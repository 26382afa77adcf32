// What Fortran needs of the machine: Debian's flang, and bubblewrap, which holds it. Root installs what is missing. `npm run fortran` installs both for use.
import { probe } from '../packages/engine/src/box/node/isolation.ts'
import { seccompFilter } from '../packages/engine/src/box/node/seccomp.ts'
import { find, HOW_TO_GET, NO_BOX, OLDEST } from '../packages/engine/src/toolchain/fortran/node/flang.ts'
import { installPackage } from './debian.ts'

const isBoxed = async () => (await probe(seccompFilter())) !== 'process'

/** Returns what is missing, as one line, or nothing. */
export async function ensureFortran(): Promise<string | undefined> {
  if (!(await find(process.env)) && !(installPackage(`flang-${OLDEST}`, 'flang is missing') && (await find(process.env))))
    return `there is no Fortran compiler: ${HOW_TO_GET}`
  return (await isBoxed()) || (installPackage('bubblewrap', 'bubblewrap is missing') && (await isBoxed())) ? undefined : NO_BOX
}

if (import.meta.main) {
  const missing = await ensureFortran()
  const flang = await find(process.env)
  console.log(missing ?? `flang ${flang?.version} at ${flang?.path}`)
  process.exitCode = missing ? 1 : 0
}
