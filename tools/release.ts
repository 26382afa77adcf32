// `node bin/node.cjs tools/release.ts VERSION`: writes a version and today's date into the changelog, and the version into every package of this repository
// and into the lockfile. It changes files only; the commit, the tag and the push are yours.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './repository-files.ts'

export const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[\w.]+)?$/
const UNRELEASED = '## Unreleased\n'

/** What is unreleased becomes the version's; an empty heading for what comes next stands above it. @throws Error with nothing to release */
export function releasedChangelog(text: string, version: string, date: string): string {
  if (!VERSION.test(version)) throw new Error(`'${version}' is no version: 1.2.3, or 1.2.3-rc.1`)
  if (text.includes(`\n## ${version} - `)) throw new Error(`${version} is released already`)
  const [before, rest] = text.split(UNRELEASED)
  if (before === undefined || rest === undefined || !/^- /m.test(rest.split('\n## ')[0] ?? '')) throw new Error('nothing is unreleased')
  return `${before}${UNRELEASED}\n## ${version} - ${date}\n${rest}`
}

interface Package {
  version?: string
  [group: string]: unknown
}
/** `file` with the version, and its packages of this repository pinned to the same one. */
export function withVersion<P extends Package>(file: P, version: string): P {
  const pinned = Object.entries(file).map(([group, value]) => [
    group,
    /ependencies$/.test(group) ? ours(value as Record<string, string>, version) : value,
  ])
  return { ...Object.fromEntries(pinned), version }
}
const ours = (packages: Record<string, string>, version: string): Record<string, string> =>
  Object.fromEntries(Object.entries(packages).map(([name, pin]) => [name, name.startsWith('@credence/') ? version : pin]))

function change<T>(path: string, edit: (json: T) => T): void {
  writeFileSync(join(ROOT, path), `${JSON.stringify(edit(JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T), null, 2)}\n`)
}

if (import.meta.main) {
  const [version = ''] = process.argv.slice(2)
  const changelog = join(ROOT, 'CHANGELOG.md')
  writeFileSync(changelog, releasedChangelog(readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10)))
  const places = ['package.json', ...globSync('{packages,apps}/*/package.json', { cwd: ROOT })]
  for (const path of places) change<Package>(path, (file) => withVersion(file, version))
  change<{ version: string; packages: Record<string, Package> }>('package-lock.json', (lock) => ({
    ...lock,
    version,
    packages: Object.fromEntries(
      Object.entries(lock.packages).map(([place, entry]) => [place, /^$|^(packages|apps)\/[^/]+$/.test(place) ? withVersion(entry, version) : entry]),
    ),
  }))
  console.log(`${version} in the changelog and ${places.length} packages. Next: git commit -am "Release ${version}" && git tag v${version}`)
}
