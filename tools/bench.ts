// `npm run bench`: lists the benchmarks; `npm run bench NAME [WORDS]` runs one. What each measures is the first line of its file.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../bench')
const SHARED = 'conditions'

/** Name of each benchmark, and what it says of itself. */
export function benchmarks(): ReadonlyMap<string, string> {
  const names = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
  const rows = names.filter((name) => name !== SHARED).map((name): [string, string] => [name, opening(join(FOLDER, `${name}.ts`))])
  return new Map(rows.sort(([a], [b]) => (a < b ? -1 : 1)))
}
const opening = (file: string): string =>
  readFileSync(file, 'utf8')
    .split('\n', 1)[0]!
    .replace(/^\/\/ /, '')

function list(): string {
  const rows = [...benchmarks()].map(([name, about]) => `  ${name.padEnd(14)} ${about}\n`).join('')
  return `npm run bench NAME\n\n${rows}\nRun them on an idle machine; bench/README.md has figures. Pages: npm run lighthouse\n`
}

if (import.meta.main) {
  const [name, ...words] = process.argv.slice(2)
  if (name === undefined || name === '--help') process.stdout.write(list())
  else if (benchmarks().has(name))
    process.exitCode = spawnSync(process.execPath, [join(FOLDER, `${name}.ts`), ...words], { stdio: 'inherit' }).status ?? 1
  else {
    process.stderr.write(`there is no benchmark '${name}'\n\n${list()}`)
    process.exitCode = 2
  }
}
