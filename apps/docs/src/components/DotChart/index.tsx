// A chart of dots in rows over one axis, drawn when the site is built: names and numbers keep their size on a phone, and a table below says the same in full.
import type { ChartData } from '../../../plugins/facts/chart-data.ts'
import styles from './styles.module.css'

const percent = (at: number) => `${Math.round(1e4 * at) / 100}%`

export default function DotChart({ data }: { readonly data: string }) {
  const { rows, ticks, axis, series, band, description }: ChartData = JSON.parse(data)
  return (
    <figure className={`${styles.chart} furniture`} data-markdown-ignore>
      <div role="img" aria-label={description}>
        {rows.map(({ name, dots }) => (
          <div key={name} className={styles.row}>
            <span className={styles.name}>{name}</span>
            <span className={styles.track}>
              {band ? <i className={styles.band} style={{ left: percent(band[0]), width: percent(band[1] - band[0]) }} /> : null}
              {dots.map(({ at, series: of, title }) => (
                <b
                  key={`${title} ${at}`}
                  className={`${styles.dot} ux-series-${of + 1}`}
                  data-series={of}
                  style={{ left: percent(at) }}
                  title={title}
                />
              ))}
            </span>
          </div>
        ))}
        <div className={styles.row}>
          <span className={styles.name} />
          <span className={styles.ticks}>
            {ticks.map(({ at, text }) => (
              <span key={text} style={{ left: percent(at) }}>
                {text}
              </span>
            ))}
          </span>
        </div>
        <p className={styles.axis}>{axis}</p>
      </div>
      {series.length > 1 ? (
        <ul className={styles.legend} aria-label="Marks">
          {series.map((name, of) => (
            <li key={name}>
              <b className={`${styles.dot} ux-series-${of + 1}`} data-series={of} /> {name}
            </li>
          ))}
        </ul>
      ) : null}
    </figure>
  )
}
