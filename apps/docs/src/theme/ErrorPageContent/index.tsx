// What stands in for a page that crashed: the messages of the error and its causes, and a way to try again.
import { getErrorCausalChain } from '@docusaurus/utils-common'
import type Original from '@theme/ErrorPageContent'
import type { ComponentProps } from 'react'
import styles from './styles.module.css'

export default function ErrorPageContent({ error, tryAgain }: ComponentProps<typeof Original>) {
  const [first, ...causes] = getErrorCausalChain(error).map(({ message }) => message)
  return (
    <main className="container margin-vert--xl" role="alert">
      <h1>This page crashed.</h1>
      <p className={styles.message}>{first}</p>
      {causes.map((cause) => (
        <p key={cause} className={styles.message}>
          Cause: {cause}
        </p>
      ))}
      <button type="button" className="button button--primary" onClick={tryAgain}>
        Try again
      </button>
    </main>
  )
}
