/**
 * Gives every optional dependency that the lock file names an entry of its own.
 *
 * `npm ci` refuses a lock file in which an optional dependency has no entry, and `npm install` writes none for a package
 * that the registry in use does not serve (a mirror often carries only the platforms of its own machines). An entry for
 * another platform is never fetched, so naming its version, system and processor is enough.
 *
 * `node bin/node.cjs tools/complete-lockfile.ts` writes the missing entries; `--check` only lists them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface LockEntry {
  readonly version?: string
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

export interface Lockfile {
  packages: Record<string, LockEntry>
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

/** The optional dependencies without an entry: where npm would put each, and the version asked for. */
export function missingOptional(lock: Lockfile): ReadonlyMap<string, string> {
  const missing = new Map<string, string>()
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!places(path, name).some((place) => place in lock.packages)) {
        missing.set(`node_modules/${name}`, version)
      }
    }
  }
  return missing
}

/** Where Node looks for `name` from the package at `path`, nearest first. */
function places(path: string, name: string): string[] {
  const found: string[] = []
  let folder = path
  while (folder !== '') {
    found.push(`${folder}/node_modules/${name}`)
    const parent = folder.lastIndexOf('/node_modules/')
    folder = parent < 0 ? '' : folder.slice(0, parent)
  }
  return [...found, `node_modules/${name}`]
}

/** The entry of a package for one platform, read off its name (`@biomejs/cli-linux-x64-musl`). */
export function platformEntry(name: string, version: string): LockEntry {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => SYSTEMS.includes(word))
  const cpu = words.filter((word) => PROCESSORS.includes(word))
  if (os.length !== 1 || cpu.length !== 1 || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`${name}@${version} does not name one platform and one version: add its lock entry by hand`)
  }
  const libc = words.includes('musl') ? { libc: ['musl'] } : {}
  return { version, cpu, ...libc, optional: true, os }
}

function main(): void {
  const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lockfile
  const missing = missingOptional(lock)
  for (const [place, version] of missing) {
    console.log(`${place} ${version}`)
    lock.packages[place] = platformEntry(place.replace('node_modules/', ''), version)
  }
  if (process.argv.includes('--check')) {
    process.exitCode = missing.size === 0 ? 0 : 1
    return
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(sorted)
  writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`)
}

if (import.meta.main) main()
