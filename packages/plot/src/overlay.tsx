// Up to eight distributions in one figure, with a list that hides and shows them.
import { type ReactNode, useMemo, useState } from 'react'
import { DASHES, type Overlaid, overlayGeometry } from './overlay.ts'

export interface DistributionOverlayProps {
  /** At most eight. */
  readonly values: readonly Overlaid[]
  readonly label?: string
  /** The quantity, and its unit in brackets. */
  readonly xAxisLabel?: string
  readonly className?: string
}

export function DistributionOverlay({ values, label = 'Distributions', xAxisLabel, className = '' }: DistributionOverlayProps): ReactNode {
  const [hidden, setHidden] = useState<readonly number[]>([])
  const { ticks, lines, isToScale } = useMemo(
    () =>
      overlayGeometry(
        values,
        values.map((_, index) => index).filter((index) => !hidden.includes(index)),
      ),
    [values, hidden],
  )
  const toggle = (index: number) => setHidden(hidden.includes(index) ? hidden.filter((each) => each !== index) : [...hidden, index])
  const description = lines.map(({ name, stated }) => `${name} ${stated}`).join('; ')
  return (
    <figure className={`ux-figure ux-overlay ${className}`.trim()}>
      <div className="ux-figure-plot">
        <svg viewBox="0 0 1000 200" preserveAspectRatio="none" role="img" aria-label={`${label}: ${description}`}>
          {lines.map(({ index, d }) => (
            <path key={index} className={`ux-series-${index + 1}`} d={d} strokeDasharray={DASHES[index]} />
          ))}
          <path className="ux-figure-base" d="M0 200H1000" />
        </svg>
        {lines.map(({ index, name, label: [at, height] }) => (
          <span
            key={index}
            aria-hidden="true"
            className={`ux-overlay-name ux-series-${index + 1} ${at < 0.12 ? 'ux-figure-right' : at > 0.88 ? 'ux-figure-left' : ''}`}
            style={{ left: `${100 * at}%`, bottom: `calc((100% - var(--ux-figure-top)) * ${height})` }}
          >
            {name}
          </span>
        ))}
      </div>
      <div className="ux-figure-axis" aria-hidden="true">
        {ticks.map(({ at, text }) => (
          <span key={text} style={{ left: `${100 * at}%` }}>
            {text}
          </span>
        ))}
      </div>
      <div className="ux-figure-foot">
        <span>{isToScale ? '' : 'Each is drawn to its own height.'}</span>
        <span>{xAxisLabel}</span>
      </div>
      <fieldset className="ux-overlay-list furniture" data-markdown-ignore aria-label={`Shown in ${label}`}>
        {values.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a distribution is known by its place, which gives it its colour
          <button key={index} type="button" aria-pressed={!hidden.includes(index)} onClick={() => toggle(index)}>
            <svg viewBox="0 0 26 8" aria-hidden="true">
              <path className={`ux-series-${index + 1}`} d="M0 4H26" strokeDasharray={DASHES[index]} />
            </svg>
            {name}
          </button>
        ))}
      </fieldset>
    </figure>
  )
}
