// The suites of `npm test`: each is a command that prints, or writes, how many of its cases passed, failed and were skipped.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}
export interface Suite {
  readonly name: string
  readonly run: () => Promise<Counts>
}

const NODE = process.execPath

export const SUITES: readonly Suite[] = [
  // First, as the pages of the site show what the examples printed.
  { name: 'examples', run: () => counted([NODE, 'tools/examples.ts']) },
  { name: 'types', run: () => single([NODE, 'node_modules/typescript/bin/tsc', '-p', '.']) },
  { name: 'types of the site', run: () => single([NODE, 'node_modules/typescript/bin/tsc', '-p', 'apps/docs']) },
  { name: 'format and lint', run: () => single([NODE, 'node_modules/@biomejs/biome/bin/biome', 'check', '.']) },
  { name: 'unit and integration', run: vitest },
  { name: 'C torture, a tenth', run: () => counted([NODE, 'tools/torture.ts', '--tenth']) },
  { name: 'acceptance', run: () => counted([NODE, 'acceptance/run.ts']) },
]

/** A command that counts as one case: exit status 0 passes. */
async function single(command: readonly string[]): Promise<Counts> {
  const { status } = await execute(command)
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
}

async function vitest(): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-test-'))
  try {
    const report = join(folder, 'vitest.json')
    const { status } = await execute([
      NODE,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ])
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(await readFile(report, 'utf8'))
    // A file that does not load fails no test, yet the run has failed.
    const failed = Math.max(numFailedTests, numFailedTestSuites > 0 || status !== 0 ? 1 : 0)
    return { passed: numPassedTests, failed, skipped: numPendingTests }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A command whose last line of the form `N passed, N failed[, N skipped]` holds its counts. */
async function counted(command: readonly string[]): Promise<Counts> {
  const { status, output } = await execute(command)
  return countsOf(output, status)
}

/** The counts in the last such line of `output`; a run that ended badly or printed none has at least one failure. */
export function countsOf(output: string, status: number | null): Counts {
  const line = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1)
  if (!line) return { passed: 0, failed: 1, skipped: 0 }
  const failed = Number(line[2])
  return { passed: Number(line[1]), failed: status === 0 ? failed : Math.max(1, failed), skipped: Number(line[3] ?? 0) }
}

function execute([program, ...args]: readonly string[]): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program as string, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      output += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}
