// Packages that tests need and npm does not carry: installed from Debian's by root where they are missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Tells what it does on standard output. False: it may not, as this is no Debian or we are not root; else look whether the package is there now. */
export function installPackage(name: string, why: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`${why}: installing ${name} from Debian packages …`)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update')
  apt('install', '-y', '--no-install-recommends', name)
  return true
}
