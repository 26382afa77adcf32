// Programs with exact answers on Athens and on Reference: errors of mean, deviation, five quantiles and atoms, time and paths or executions.
//   node bin/node.cjs bench/validation.ts            prints them
//   node bin/node.cjs bench/validation.ts --write    and writes bench/validation.json, which the page on validation shows
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { openEngine } from '@credence/engine'
import type { BranchErrors } from '../packages/engine/src/testing/branch-cases.ts'
import { gatesOf, validate } from '../packages/engine/src/testing/validation.ts'
import { CACHE } from '../tools/cache.ts'

export interface ValidationRow {
  readonly core: 'Athens' | 'Reference'
  readonly name: string
  readonly samples: number
  readonly errors: BranchErrors
  readonly milliseconds: number
  readonly within: boolean
}
const COUNTS = [4096, 16_384]

const engine = await openEngine({ cacheDir: CACHE, poolSize: 1 })
const rows: ValidationRow[] = []
try {
  for (const core of ['Athens', 'Reference'] as const) {
    for (const { name, samples, errors, result } of await validate(core, COUNTS, engine)) {
      const { moments, quantiles, atoms } = gatesOf(samples)
      const within =
        Math.max(errors.mean, errors.deviation) < moments &&
        errors.quantiles.every((error, i) => error < quantiles[i]!) &&
        (errors.atoms ?? 0) < atoms
      rows.push({ core, name, samples, errors, milliseconds: result.executionMilliseconds, within })
      console.log(JSON.stringify(rows.at(-1)))
    }
  }
} finally {
  await engine.close()
}
console.log(`${rows.filter(({ within }) => within).length} of ${rows.length} within their gates`)
process.exitCode = rows.every(({ within }) => within) ? 0 : 1
if (process.argv.includes('--write')) {
  const machine = `${cpus()[0]?.model}, Node ${process.version}`
  await writeFile(new URL('validation.json', import.meta.url), `${JSON.stringify({ machine, rows }, null, 2)}\n`)
}
