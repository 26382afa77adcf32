// Checks the record of a run again: node bin/node.cjs acceptance/chaos/check-recorded.ts FILE
import { readFileSync } from 'node:fs'
import { judge, type Line, quantileOf } from './recorded.ts'

const [path] = process.argv.slice(2)
if (path === undefined) throw new RangeError('name the file of a record')
const lines = readFileSync(path, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Line)
const { takeovers, faults, ...counts } = judge(lines)
console.log(
  JSON.stringify({ ...counts, takeovers: takeovers.length, p50: quantileOf(takeovers, 0.5), p99: quantileOf(takeovers, 0.99) }, undefined, 2),
)
for (const fault of faults.slice(0, 20)) console.log(`FAIL  ${fault}`)
console.log(`${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
