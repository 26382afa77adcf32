// The figures of a comparison with Monte Carlo: moments and quantiles with their standard errors, masses that are not finite, and what each run cost.
import { statedMean } from '@credence/distribution'
import { TableScroll } from '../ui/TableScroll.tsx'
import type { ReferenceComparison } from './distances.ts'
import { type ComparedRun, executionsOf } from './runs.ts'
import { three } from './VerdictNote.tsx'
import { timeAtEqualError } from './verdict.ts'

export function ReferenceFigures({ result: { figures, masses, samples } }: { readonly result: ReferenceComparison }) {
  const named = [
    ['NaN', masses.tracked.nan, masses.reference.nan],
    ['−Inf', masses.tracked.negative, masses.reference.negative],
    ['+Inf', masses.tracked.positive, masses.reference.positive],
  ] as const
  const shares = named.filter(([, one, other]) => one > 0 || other > 0)
  return (
    <section className="panel stack" aria-labelledby="figures">
      <h2 id="figures">Figures</h2>
      <TableScroll label="Figures of both">
        <table>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col" className="number">
                Tracked
              </th>
              <th scope="col" className="number">
                Reference ± its standard error
              </th>
              <th scope="col" className="number">
                Difference, in standard errors
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map(([name, one, other]) => {
              const error = Math.sqrt((other * (1 - other)) / samples)
              return <Line key={name} name={`share of ${name}`} tracked={one} value={other} error={error} />
            })}
            {figures.map(({ name, tracked, reference }) => (
              <Line key={name} name={name} tracked={tracked} {...reference} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="hint">
        Figures of the tracked value are those of its density. Standard errors are those of independent draws; numbers beyond two of them happen by
        chance in one of twenty.
      </p>
    </section>
  )
}
function Line({ name, tracked, value, error }: { readonly name: string; readonly tracked: number; readonly value: number; readonly error: number }) {
  const distance = error > 0 ? (tracked - value) / error : Number.NaN
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number" title={String(tracked)}>
        {error > 0 ? statedMean(tracked, error).split(' ± ')[0]?.replace('(', '') + power(statedMean(tracked, error)) : String(tracked)}
      </td>
      <td className="number" title={`${value} ± ${error}`}>
        {error > 0 ? statedMean(value, error) : String(value)}
      </td>
      <td className="number">{Number.isNaN(distance) ? (tracked === value ? 'the same' : '–') : signed(distance)}</td>
    </tr>
  )
}
const power = (text: string): string => /\)(e.*)$/.exec(text)?.[1] ?? ''
const signed = (x: number): string => `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(Math.abs(x) < 100 ? 1 : 0)}`

interface ReferenceSpeedProps {
  readonly result: ReferenceComparison
  readonly tracked: ComparedRun
  readonly drawn: ComparedRun
}
export function ReferenceSpeed({ result: { w1, expected, drawsForW1 }, tracked, drawn }: ReferenceSpeedProps) {
  const executions = executionsOf(drawn)
  const [one, other] = [tracked.task?.Stats, drawn.task?.Stats]
  if (!one || !other || !executions) return null
  const milliseconds = (stats: typeof one) => Math.max(1000 * stats.ProcessorTime, 0.001)
  const times = timeAtEqualError(drawsForW1, milliseconds(other), executions, milliseconds(one))
  const count = (x: number) => x.toLocaleString('en')
  return (
    <section className="panel stack" aria-labelledby="speed">
      <h2 id="speed">Time</h2>
      <TableScroll label="What both cost">
        <table>
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col" className="number">
                Processor time
              </th>
              <th scope="col" className="number">
                From start to end
              </th>
              <th scope="col" className="number">
                Instructions
              </th>
            </tr>
          </thead>
          <tbody>
            {(
              [
                ['tracked', one],
                [`${count(executions)} executions`, other],
              ] as const
            ).map(([name, stats]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="number">{three(milliseconds(stats))} ms</td>
                <td className="number">{count(stats.ExecutionTimeInMilliseconds)} ms</td>
                <td className="number">{count(stats.DynamicInstructions)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p>
        <b>Time at equal error: {three(times)}.</b> Independent draws would need about {count(Math.ceil(drawsForW1))} executions to come as near as
        this on average, at {three(milliseconds(other) / executions)} ms each.
        {w1 < 2 * expected && ' As the distance is hardly more than the noise of the reference, tracking may be nearer than it says.'}
      </p>
      <p className="hint">
        Executions for a W1: n = (2/π) · (∫√(F(1−F)) dx ÷ W1)². Time at equal error: n · (processor time of the reference ÷ its executions) ÷
        processor time of the tracked run.
      </p>
    </section>
  )
}
