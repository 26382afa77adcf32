// Finds the Fortran compiler of this machine: LLVM's flang, of a version whose runtime interface ours has. It is not part of what npm installs.
import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type IsolationLevel, probeIsolation } from '../../../box/node/isolation.ts'

export interface Flang {
  /** Absolute, without links. */
  readonly path: string
  /** Such as 22.1.8. */
  readonly version: string
}

export const OLDEST = 22
const NEWEST = 40
/** How to get it, in one line. */
export const HOW_TO_GET = `install LLVM's flang, ${OLDEST} or newer, on Debian by 'apt-get install flang-22', or name it in CREDENCE_FLANG`

/** What is missing where the compiler could be started, but not held. */
export const NO_BOX =
  "Fortran needs bubblewrap on this machine, as its compiler runs strangers' sources in a box only: on Debian 'apt-get install bubblewrap'"

/** Whether this machine builds Fortran: by which version, or what is missing, in one line for its operator. */
export type FortranSupport = { readonly version: string } | { readonly missing: string }
export async function fortranSupport(isolation: IsolationLevel | Promise<IsolationLevel> = probeIsolation()): Promise<FortranSupport> {
  const flang = await findFlang()
  const named = process.env.CREDENCE_FLANG ? `, as CREDENCE_FLANG names none of version ${OLDEST} or newer` : ''
  if (!flang) return { missing: `this machine has no Fortran compiler${named}; ${HOW_TO_GET}` }
  if ((await isolation) === 'process') return { missing: NO_BOX }
  return { version: flang.version }
}

let found: Promise<Flang | undefined> | undefined
/** Looked for once per process: CREDENCE_FLANG, then `flang`, `flang-new` and `flang-NN`, the newest first, on the PATH. */
export function findFlang(): Promise<Flang | undefined> {
  found ??= find(process.env)
  return found
}

export async function find({ CREDENCE_FLANG, PATH = '' }: NodeJS.ProcessEnv): Promise<Flang | undefined> {
  if (CREDENCE_FLANG) return probe(CREDENCE_FLANG)
  const numbered = Array.from({ length: NEWEST - OLDEST + 1 }, (_, index) => `flang-${NEWEST - index}`)
  for (const name of ['flang', 'flang-new', ...numbered]) {
    for (const folder of PATH.split(delimiter).filter((path) => path.startsWith('/'))) {
      const flang = await probe(join(folder, name))
      if (flang) return flang
    }
  }
  return undefined
}

async function probe(named: string): Promise<Flang | undefined> {
  try {
    const path = realpathSync(named)
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000, env: { PATH: dirname(path) } })
    const version = /flang(?:-new)? version (\d+(?:\.\d+)*)/.exec(stdout)?.[1]
    return version && Number.parseInt(version, 10) >= OLDEST ? { path, version } : undefined
  } catch {
    return undefined // there is none of this name, or it does not start
  }
}
