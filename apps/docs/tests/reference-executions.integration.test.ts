// The response that "Compare with Monte Carlo" shows is what so many executions give.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEngine } from '@credence/engine'
import { expect, test } from 'vitest'
import { CACHE } from '../../../tools/cache.ts'

const PAGE = 'docs/platform/getting-started/reference-executions.mdx'
const PROGRAM = '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%f\\n", UxHwDoubleUniformDist(0.05, 0.07)); return 0; }\n'

test('the figures of the response are those of the executions', async () => {
  const page = await readFile(join(import.meta.dirname, '..', PAGE), 'utf8')
  const { StandardError: wanted, Stats } = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!)
  const { Done, Wanted, Numbers } = Stats.Executions
  const core = { Class: 'C0', Microarchitecture: 'Reference', CorrelationTracking: 'Disable', Precision: Done, MemorySize: 64_000_000 } as const
  const engine = await openEngine({
    cacheDir: CACHE,
    poolSize: 1,
  })
  try {
    const { module, output } = await engine.build({ files: new Map([['main.c', new TextEncoder().encode(PROGRAM)]]), core })
    if (!module) throw new Error(output)
    const { executions } = await engine.run({ module, core, arguments: [] }, { output: () => {} })
    const rounded = (x: number, as: number) => Number(x.toPrecision(String(as).replace(/^0\.0*/, '').length))
    expect(
      executions!.numbers.map(({ count, mean, deviation, standardError }) => {
        const [{ Mean, StandardDeviation, StandardError }] = Numbers
        return {
          Count: count,
          Mean: rounded(mean, Mean),
          StandardDeviation: rounded(deviation, StandardDeviation),
          StandardError: rounded(standardError, StandardError),
        }
      }),
    ).toEqual(Numbers)
    expect(executions!.done).toBe(Done)
    expect(Wanted).toBeGreaterThan(Done)
    expect(Numbers[0].StandardError).toBeGreaterThan(wanted)
  } finally {
    await engine.close()
  }
})
