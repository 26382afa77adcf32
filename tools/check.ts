// `npm run check`: types, format and lint, and the unit tests of what changed since the main branch; no database, no browser.
import { spawn } from 'node:child_process'
import { relative } from 'node:path'
import { changeBase, readerTests, selectTests } from './changed-tests.ts'
import { ROOT } from './repository-files.ts'

interface Outcome {
  readonly name: string
  readonly status: number | null
  readonly output: string
  readonly seconds: number
  /** What it did, where that is not plain from its name. */
  readonly said?: string
}

const VITEST = 'node_modules/vitest/vitest.mjs'

async function unitTests(): Promise<Outcome> {
  const base = changeBase()
  const listed = base && (await run('unit tests', [VITEST, 'list', '--changed', base.commit, '--project', 'unit', '--filesOnly', '--json']))
  if (listed && listed.status !== 0) return listed
  const related = listed && (JSON.parse(listed.output) as { readonly file: string }[]).map(({ file }) => relative(ROOT, file))
  const { files, said } = selectTests(related, base, readerTests())
  const tested = await run('unit tests', [VITEST, 'run', '--project', 'unit', ...files])
  const [, count] = /Tests +.*?(\d+) passed/.exec(tested.output.replace(/\p{Cc}\[[\d;]*m/gu, '')) ?? []
  const none = tested.status === 0 && count === undefined
  return {
    ...tested,
    status: none ? 1 : tested.status,
    output: none ? `no test ran\n${tested.output}` : tested.output,
    seconds: tested.seconds + (listed?.seconds ?? 0),
    said: `${count ?? 'no'} passed; ${said}`,
  }
}

const results = await Promise.all([
  run('types', ['node_modules/typescript/bin/tsc', '-p', '.']),
  run('types of the site', ['node_modules/typescript/bin/tsc', '-p', 'apps/docs']),
  run('types of the console', ['node_modules/typescript/bin/tsc', '-p', 'apps/console']),
  run('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  unitTests(),
])
for (const { name, status, output } of results) if (status !== 0) console.log(`\n# ${name} failed\n${output}`)
for (const { name, status, seconds, said } of results)
  console.log(`${(status === 0 ? 'ok' : 'FAILED').padEnd(6)}  ${name.padEnd(20)}  ${seconds.toFixed(1).padStart(5)} s${said ? `  ${said}` : ''}`)
process.exitCode = results.some(({ status }) => status !== 0) ? 1 : 0

function run(name: string, args: string[]): Promise<Outcome> {
  const since = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.on('close', (status) => resolve({ name, status, output, seconds: (performance.now() - since) / 1000 }))
  })
}
