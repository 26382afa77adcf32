// What a run said about its decisions: the places where the particle went another way than samples, and what that means.

import type { Notices } from '@credence/engine/browser'
import { NOTICE_PAGES } from '@credence/engine/notice-pages'
import type { ReactNode } from 'react'
import styles from './program.module.css'

/** @param help  a link, to a page of the documentation, to what to do about them */
export default function RunNotices({ notices, help }: { notices: Notices | undefined; help: (path: string) => ReactNode }) {
  if (!notices) return null
  const { places, more, meaning, page } = notices
  return (
    <section className={styles.notices} aria-label="Notices of the run">
      <ul>
        {places.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
      <p>
        {meaning.charAt(0).toUpperCase() + meaning.slice(1)}. {help(NOTICE_PAGES[page].path)}
      </p>
    </section>
  )
}
