import { type Day, dayText, type Figure } from './days.ts'

const HEIGHT = 10
const GAP = 0.15

/** A bar for each day; the table below has the same figures. */
export function DayChart({ days, figure, label }: { readonly days: readonly Day[]; readonly figure: Figure; readonly label: string }) {
  const most = Math.max(0, ...days.map((day) => day[figure]))
  const top = Math.max(1, most)
  const total = days.reduce((sum, day) => sum + day[figure], 0)
  return (
    <figure className="day-chart">
      <svg
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} per day, ${total.toLocaleString('en')} in all`}
      >
        {days.map((day, index) => (
          <rect key={day.at} x={index + GAP / 2} width={1 - GAP} y={HEIGHT - (HEIGHT * day[figure]) / top} height={(HEIGHT * day[figure]) / top}>
            <title>{`${dayText(day.at)}: ${day[figure].toLocaleString('en')}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="row spread hint">
        <span>{dayText(days[0]?.at ?? 0)}</span>
        <span>
          most {most.toLocaleString('en')}, in all {total.toLocaleString('en')}
        </span>
        <span>{dayText(days.at(-1)?.at ?? 0)}</span>
      </figcaption>
    </figure>
  )
}
