// `npm run check`: types, format and lint, and the unit tests of what changed since the last commit; no database, no browser.
import { spawn } from 'node:child_process'

const NODE = process.execPath
const checks = {
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
  'types of the site': ['node_modules/typescript/bin/tsc', '-p', 'apps/docs'],
  'format and lint': ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  'unit tests': ['node_modules/vitest/vitest.mjs', 'run', '--changed', 'HEAD', '--passWithNoTests', '--project', 'unit'],
}
const results = await Promise.all(Object.entries(checks).map(([name, args]) => run(name, args)))
for (const { name, status, output } of results) if (status !== 0) console.log(`\n# ${name} failed\n${output}`)
console.log(results.map(({ name, status }) => `${status === 0 ? 'ok' : 'FAILED'}  ${name}`).join('\n'))
process.exitCode = results.some(({ status }) => status !== 0) ? 1 : 0

function run(name: string, args: string[]): Promise<{ name: string; status: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(NODE, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('close', (status) => resolve({ name, status, output }))
  })
}
