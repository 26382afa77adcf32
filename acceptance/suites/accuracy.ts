// The engine's numbers against closed forms and published values, through the API.
import { readFile } from 'node:fs/promises'
import { drawSamples, extractUx, generator, parseUx } from '@credence/distribution'
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'

const XS = 'C0-XS+'
const S = 'C0-S+'

export async function accuracy(platform: Platform, report: Report): Promise<void> {
  const cores = (await platform.call('GET', '/cores?default=true')).json.Cores as { Name: string; CoreID: string }[]
  const core = (name: string) => cores.find(({ Name }) => Name === name)?.CoreID as string

  const six = await platform.run(program('printf("%lf\\n", 100000.0*(1+UxHwDoubleUniformDist(0.05,0.07)));'), { core: core(S) })
  const expected = await readFile(new URL('../published/uniform-64.txt', import.meta.url), 'utf8')
  report.check('100000*(1+U(0.05,0.07)) at precision 64 prints example 6 byte for byte', six.stdout, six.stdout === expected)

  const five = await platform.run(program('printf("%lf\\n", UxHwDoubleGaussDist(0, 1));'), { core: core(XS) })
  const published = parseUx((await readFile(new URL('../published/gauss-32.txt', import.meta.url), 'utf8')).trim()).mixture
  const gauss = parseUx(five.stdout.trim()).mixture
  report.equal('a standard Gaussian at precision 32 has 32 Dirac deltas', gauss.positions.length, 32)
  report.atMost('its positions differ from example 5 by', largest(gauss.positions, published.positions), 1e-12)
  report.atMost('its masses differ from example 5 by', largest(gauss.masses, published.masses), 1e-12)

  for (const [name, expression] of [
    ['x - x', 'x - x'],
    ['x / x - 1', 'x / x - 1'],
    ['(x-1)(x+1) - (x²-1)', '(x - 1) * (x + 1) - (x * x - 1)'],
    ['Horner against expanded form', '((2 * x - 3) * x + 5) * x - 7 - (2 * x * x * x - 3 * x * x + 5 * x - 7)'],
  ] as const) {
    const { stdout } = await platform.run(
      program(`volatile double one = 1; double x = one * UxHwDoubleUniformDist(1, 2); double d = ${expression};
  printf("%.17g %.17g %.17g\\n", UxHwDoubleSupportMin(d), UxHwDoubleSupportMax(d), UxHwDoubleNthMoment(d, 1));`),
      { core: core(S) },
    )
    const spread = Math.max(
      ...stdout
        .trim()
        .split(' ')
        .map((text) => Math.abs(Number(text))),
    )
    report.atMost(`spread of ${name}`, spread, 1e-12)
  }

  const plain =
    '#include <stdio.h>\n#include <math.h>\nint main(void){for(int i=1;i<50;i++)printf("%d %a %.17g %e\\n",i,exp(-i/7.0),sin(i)*pow(i,0.3),(float)i/3);return 0;}'
  const tracking = await platform.run(plain, { core: core(S) })
  const bypass = await platform.run(plain, { core: core('C0-Bypass') })
  report.check(
    'a program without uncertainty prints the same on a tracking core and on Bypass',
    tracking.stdout.slice(0, 60),
    tracking.stdout === bypass.stdout,
  )

  const decides = 'double s = 100 * exp(0.2 * UxHwDoubleGaussDist(0, 1) - 0.02), y; if (s > 100) y = s - 100; else y = 0; printf("%lf\\n", y);'
  const executed = await platform.run(program(decides), { core: core('C0-Reference-32K') })
  const payoff = parseUx(executed.stdout.trim()).mixture
  const paid = payoff.positions.reduce((sum, x, i) => sum + x * payoff.masses[i]!, 0)
  report.atMost(
    'mean pay-off of 32000 executions, distance from 7.96557 (Black and Scholes) in deviations',
    Math.abs(paid - 7.965567) / 13.1375,
    5e-3,
  )
  const { Stats } = executed.task as { Stats: { Executions?: { Done: number } } }
  report.equal('a task on C0-Reference-32K tells its executions', Stats.Executions?.Done, 32_000)

  const { stdout } = await platform.run(program('printf("%f\\n", UxHwDoubleGaussDist(10, 2));'), { core: core(S) })
  const [value] = [...extractUx(stdout)]
  const reply = await platform.call('POST', '/samples?count=20000', { body: { payload: value?.ux } })
  const samples = reply.json.Samples as number[]
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  report.atMost('mean of 20000 samples of N(10, 2), distance from 10', Math.abs(mean - 10), 5 * (2 / Math.sqrt(20000)))
  const local = drawSamples(parseUx(value?.ux ?? '').mixture, 5, generator(1n))
  report.check('samples drawn in this process from the same text are finite', [...local], local.every(Number.isFinite))
}

function program(body: string): string {
  return `#include <stdio.h>\n#include <math.h>\n#include <uxhw.h>\nint main(void) {\n  ${body}\n  return 0;\n}\n`
}

function largest(a: Float64Array, b: Float64Array): number {
  return Math.max(...Array.from(a, (x, index) => Math.abs(x - (b[index] ?? Number.POSITIVE_INFINITY))))
}
