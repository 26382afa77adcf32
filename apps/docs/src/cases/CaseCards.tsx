// Worked cases as cards: the curve and number that each program prints, and what it shows.
import Link from '@docusaurus/Link'
import styles from './cases.module.css'
import { CASES } from './cases.ts'

export default function CaseCards({ only }: { /** Titles, in this order; all unless given. */ readonly only?: readonly string[] }) {
  const shown = only ? only.flatMap((title) => CASES.filter((each) => each.title === title)) : CASES
  return (
    <ul className={styles.cases}>
      {shown.map(({ title, to, field, shows, thumbnail: { stated, path, ...printed }, quantity = printed.quantity }) => (
        <li key={to}>
          <p className={styles.title}>
            <Link to={to}>{title}</Link> <span>{field}</span>
          </p>
          {path ? (
            <svg viewBox="0 0 180 57" preserveAspectRatio="none" aria-hidden="true">
              <path d={path} />
            </svg>
          ) : null}
          <p>{shows}</p>
          <p className={styles.value}>
            <b>{stated}</b> {quantity}
          </p>
        </li>
      ))}
    </ul>
  )
}
