// Question mode: passages of the documentation, each with its headings and a link; or, when an endpoint is configured, its streamed answer.

import type { Passage } from '@credence/search'
import Link from '@docusaurus/Link'
import { useEffect, useState } from 'react'
import { streamAnswer } from './answer-stream.ts'
import styles from './dialog.module.css'
import type { SearchSettings } from './settings.ts'
import type { Texts } from './texts.ts'

interface Props {
  readonly question: string
  readonly ask: (question: string) => Promise<readonly Passage[]>
  readonly settings: SearchSettings
  readonly texts: Texts
  readonly onFollow: () => void
}

export default function Answers({ question, ask, settings, texts, onFollow }: Props) {
  const [passages, setPassages] = useState<readonly Passage[]>()
  const [answer, setAnswer] = useState('')
  const [failed, setFailed] = useState(false)
  const endpoint = typeof settings.askAi === 'object' ? settings.askAi.endpoint : undefined
  useEffect(() => {
    const aborter = new AbortController()
    setPassages(undefined)
    setAnswer('')
    setFailed(false)
    ask(question).then(
      (found) => aborter.signal.aborted || setPassages(found),
      () => aborter.signal.aborted || setFailed(true),
    )
    if (endpoint)
      streamAnswer(endpoint, question, aborter.signal, (text) => setAnswer((before) => before + text)).catch(
        () => aborter.signal.aborted || setFailed(true),
      )
    return () => aborter.abort()
  }, [ask, question, endpoint])

  return (
    <section className={styles.answers} aria-label={texts.askLabel} aria-live="polite" aria-busy={!passages && !failed}>
      <h2>{question}</h2>
      {answer ? <p className={styles.answer}>{answer}</p> : null}
      {failed ? (
        <p role="alert">
          <strong>{texts.errorTitle}</strong> {texts.errorHelp}
        </p>
      ) : null}
      {passages?.length === 0 ? <p>{texts.askNothing}</p> : null}
      {passages?.length ? <p className={styles.trail}>{texts.askLabel}</p> : null}
      {passages?.map(({ text, trail, url }) => (
        <blockquote key={url} className={styles.passage}>
          <p>{text}</p>
          <footer>
            <Link to={url} onClick={onFollow}>
              {trail.join(' › ')}
            </Link>
          </footer>
        </blockquote>
      ))}
    </section>
  )
}
