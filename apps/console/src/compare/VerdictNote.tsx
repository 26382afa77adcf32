import type { ReferenceComparison } from './distances.ts'
import { FEW, verdictOf } from './verdict.ts'

/** What the distance means, before its numbers. */
export function VerdictNote({ result }: { readonly result: ReferenceComparison }) {
  const { w1, deviation, expected, chance, finite, drawsToTell } = result
  const verdict = verdictOf(result)
  const inDeviations = (x: number) => `${three(x / deviation)} sd`
  const range = `${three(chance[0])} to ${three(chance[1])}`
  const n = finite.toLocaleString('en')
  return (
    <section className={`note ${verdict === 'larger' ? 'note-danger' : verdict === 'too small' ? 'note-warn' : ''}`.trim()} aria-labelledby="verdict">
      <div>
        <h2 id="verdict">
          {verdict === 'within' && 'Within Monte Carlo’s own noise'}
          {verdict === 'larger' && `Larger than noise: ${three(w1 / expected)} times what chance gives`}
          {verdict === 'too small' && 'The reference is too small to tell'}
        </h2>
        <dl className="verdict-figures">
          <div>
            <dt>W1</dt>
            <dd>
              <output title={String(w1)} aria-label="W1">
                {three(w1)}
              </output>{' '}
              ({inDeviations(w1)})
            </dd>
          </div>
          <div>
            <dt>By chance, {n} draws have on average</dt>
            <dd>
              {three(expected)} ({inDeviations(expected)})
            </dd>
          </div>
          <div>
            <dt>and in 95 % of cases</dt>
            <dd>{range}</dd>
          </div>
        </dl>
        {verdict === 'too small' && (
          <p>
            Chance alone may hide a difference of {three(expected / deviation)} standard deviations. About {roundUp(drawsToTell).toLocaleString('en')}{' '}
            executions would show one of 0.01.
          </p>
        )}
        {finite < FEW && verdict !== 'too small' && <p>{n} executions are few; smaller differences need more of them.</p>}
        {w1 < chance[0] && <p>It is nearer than independent draws would be: executions of a Reference core are spread more evenly than by chance.</p>}
      </div>
    </section>
  )
}
export const three = (x: number): string => String(Number(x.toPrecision(3)))
/** To two digits, upwards. */
function roundUp(x: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(x)) - 1)
  return Math.ceil(x / unit) * unit
}
