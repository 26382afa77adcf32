// What a run said about its decisions: the places where the particle went another way than samples, and what that means.

import type { Notices } from '@credence/engine/browser'
import Link from '@docusaurus/Link'
import styles from './program.module.css'

export default function RunNotices({ notices }: { notices: Notices | undefined }) {
  if (!notices) return null
  const { places, more, meaning } = notices
  return (
    <section className={styles.notices} aria-label="Notices of the run">
      <ul>
        {places.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
      <p>
        {meaning.charAt(0).toUpperCase() + meaning.slice(1)}. <Link to="/docs/uxhw-api/how-it-computes/branches/">What to do about it</Link>
      </p>
    </section>
  )
}
