// How a value moves along a sweep: its mean and the interval between the outermost quantiles, for each core or each set of arguments.
import { DASHES } from '@credence/plot'
import type { SweepRow } from './results.ts'

const [WIDTH, HEIGHT] = [1000, 240]
const MOST_SERIES = 8
const MOST_LABELS = 12
/** Of a place, how far series stand beside each other. */
const SPREAD = 0.5

interface TrendPlotProps {
  readonly rows: readonly SweepRow[]
  readonly name: string
}
export function TrendPlot({ rows, name }: TrendPlotProps) {
  const known = rows.filter(({ mean }) => mean !== undefined && Number.isFinite(mean))
  const cores = [...new Set(known.map(({ core }) => core))].toSorted((one, other) => precisionOf(known, one) - precisionOf(known, other))
  const sets = [...new Set(known.map(({ arguments: words }) => words))]
  const isByCore = cores.length >= sets.length
  const places = isByCore ? cores : sets
  const series = (isByCore ? sets : cores).slice(0, MOST_SERIES)
  if (known.length < 2 || places.length < 2) return null
  const ends = known.flatMap(({ mean = 0, quantiles = [] }) => [mean, ...(quantiles.length > 1 ? [quantiles[0]!, quantiles.at(-1)!] : [])])
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const margin = 0.08 * (high - low || 1)
  const y = (value: number) => HEIGHT * (1 - (value - low + margin) / (high - low + 2 * margin))
  const x = (place: number, one: number) =>
    (WIDTH * (place + 0.5 + (series.length > 1 ? SPREAD * (one / (series.length - 1) - 0.5) : 0))) / places.length
  const every = Math.ceil(places.length / MOST_LABELS)
  return (
    <figure className="ux-figure ux-overlay trend">
      <div className="trend-plot">
        <span className="trend-level hint">{three(high)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Mean and interval of ${name} for ${places.length} ${isByCore ? 'cores' : 'sets of arguments'}, from ${three(low)} to ${three(high)}; the table has the numbers`}
        >
          {series.map((one, index) => {
            const points = places.flatMap((place, at) => {
              const row = known.find((each) =>
                isByCore ? each.core === place && each.arguments === one : each.arguments === place && each.core === one,
              )
              return row ? [{ at: x(at, index), row }] : []
            })
            return (
              <g key={one} className={`ux-series-${index + 1}`}>
                <path
                  className={`ux-series-${index + 1}`}
                  d={`M${points.map(({ at, row }) => `${at} ${y(row.mean!)}`).join('L')}`}
                  strokeDasharray={DASHES[index]}
                />
                {points.map(({ at, row }) => (
                  <path key={`mean ${at}`} className={`ux-series-${index + 1} trend-mean`} d={`M${at} ${y(row.mean!)}h0`} />
                ))}
                {points.map(({ at, row: { quantiles = [] } }) =>
                  quantiles.length > 1 ? (
                    <path
                      key={at}
                      className={`ux-series-${index + 1}`}
                      d={`M${at - 5} ${y(quantiles[0]!)}h10m-5 0V${y(quantiles.at(-1)!)}m-5 0h10`}
                    />
                  ) : null,
                )}
              </g>
            )
          })}
        </svg>
        <span className="trend-level trend-low hint">{three(low)}</span>
      </div>
      <ol className="trend-places hint" aria-hidden="true">
        {places.map((place, index) => (
          <li key={place}>{index % every === 0 ? place || 'none' : ''}</li>
        ))}
      </ol>
      {series.length > 1 && (
        <ul className="row hint">
          {series.map((one, index) => (
            <li key={one} className="row">
              <svg viewBox="0 0 26 8" width="26" height="8" aria-hidden="true">
                <path className={`ux-series-${index + 1}`} d="M0 4H26" strokeDasharray={DASHES[index]} />
              </svg>
              {one || 'no arguments'}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}
const precisionOf = (rows: readonly SweepRow[], core: string): number => rows.find((row) => row.core === core)?.precision ?? 0
const three = (x: number): string => String(Number(x.toPrecision(4)))
