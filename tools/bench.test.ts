import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { benchmarks } from './bench.ts'

const ROOT = join(import.meta.dirname, '..')
const bench = (...words: string[]) => spawnSync(process.execPath, [join(import.meta.dirname, 'bench.ts'), ...words], { encoding: 'utf8' })

test('every benchmark says what it measures, and is in the README', () => {
  const readme = readFileSync(join(ROOT, 'bench/README.md'), 'utf8')
  expect(benchmarks().size).toBeGreaterThan(3)
  for (const [name, about] of benchmarks()) {
    expect(about).toMatch(/^[A-Z].{40}/)
    expect(readme).toContain(`\`npm run bench ${name}\``)
  }
})
test('without a name they are listed, and a wrong name is refused with the list', () => {
  const listed = bench()
  expect([listed.status, listed.stdout]).toEqual([0, expect.stringContaining('\n  latency ')])
  const wrong = bench('latencies')
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringMatching(/^there is no benchmark 'latencies'\n[\s\S]*\n {2}latency /)])
})
