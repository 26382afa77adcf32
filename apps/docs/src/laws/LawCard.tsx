// A parametric law to play with: its density, a slider for each parameter, and the call that makes it. Drawn by the build; what draws it anew comes with the first touch.
import type { Family } from '@credence/distribution'
import { inWords, SLIDERS, startOf } from '@credence/ui/laws/sliders.ts'
import Link from '@docusaurus/Link'
import { useId, useState } from 'react'
import styles from './laws.module.css'

export interface LawCardProps {
  readonly family: Family
  readonly title: string
  /** Of the constructor, behind UxHwDouble. */
  readonly name: string
  readonly use: string
  /** The drawing for the first parameters, with mean and deviation in words. */
  readonly drawn: string
  readonly said: string
  /** Where the page of the law is; absent on that page. */
  readonly to?: string
}

export default function LawCard({ family, title, name, use, drawn, said, to }: LawCardProps) {
  const id = useId()
  const [parameters, setParameters] = useState(startOf(family))
  const [now, setNow] = useState({ d: drawn, said })
  const move = async (index: number, value: number) => {
    const next = parameters.map((old, i) => (i === index ? value : old))
    setParameters(next)
    const { lawCurve } = await import('@credence/ui/laws/law-curve.ts')
    const { d, mean, deviation } = lawCurve(family, next)
    setNow({ d, said: inWords(mean, deviation) })
  }
  return (
    <div
      className={to ? styles.card : `${styles.card} ${styles.alone} furniture`}
      data-law={family}
      data-markdown-ignore={to === undefined || undefined}
    >
      {to ? (
        <p className={styles.title}>
          <Link to={to}>{title}</Link> <span>{use}</span>
        </p>
      ) : null}
      <svg viewBox="0 0 300 92" preserveAspectRatio="none" role="img" aria-label={`Density of ${title}, ${now.said}`}>
        <path d={now.d} />
        <path d="M0 90.5H300" className={styles.base} />
      </svg>
      <div className={`${styles.sliders} furniture`} data-markdown-ignore>
        {SLIDERS[family].sliders.map(({ name: parameter, min, max, step }, index) => (
          <label key={parameter} htmlFor={`${id}-${index}`}>
            <span>
              {parameter} <output htmlFor={`${id}-${index}`}>{String(parameters[index]).replace('-', '\u2212')}</output>
            </span>
            <input
              id={`${id}-${index}`}
              type="range"
              {...{ min, max, step }}
              value={parameters[index]}
              onChange={(event) => void move(index, Number(event.currentTarget.value))}
            />
          </label>
        ))}
      </div>
      <p className={styles.call}>
        <code>{`${to ? '' : 'UxHwDouble'}${name}(${(to ? SLIDERS[family].sliders.map((each) => each.name) : parameters).join(', ')})`}</code>
        <span className="furniture" data-markdown-ignore>
          {now.said}
        </span>
      </p>
    </div>
  )
}
