// What stands in for a page while its code loads, and when it did not load: the error's own text and a way to try again.
import type Original from '@theme/Loading'
import type { ComponentProps } from 'react'
import styles from './styles.module.css'

export default function Loading({ error, retry, pastDelay }: ComponentProps<typeof Original>) {
  if (error)
    return (
      <main className={styles.failed} role="alert">
        <h1>This page did not load</h1>
        <p>{String(error)}</p>
        <button type="button" className="button button--primary" onClick={retry}>
          Retry
        </button>
      </main>
    )
  return pastDelay ? (
    <p className={styles.waiting} role="status">
      Loading …
    </p>
  ) : null
}
