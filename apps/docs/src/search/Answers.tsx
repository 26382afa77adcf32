// Question mode: sentences, rows and code of the documentation that answer, each with its headings and a link; or, when an endpoint is configured, its
// streamed answer with the pages that it cites. An endpoint that fails leaves what the documentation says.
import type { AnswerSource } from '@credence/contract'
import type { Block, Answer as Quotation } from '@credence/search'
import Link from '@docusaurus/Link'
import { Fragment, useEffect, useState } from 'react'
import { streamAnswer } from './answer-stream.ts'
import styles from './dialog.module.css'
import type { SearchSettings } from './settings.ts'
import type { Texts } from './texts.ts'

interface Props {
  readonly question: string
  readonly ask: (question: string) => Promise<readonly Quotation[]>
  readonly settings: SearchSettings
  readonly texts: Texts
  readonly onFollow: () => void
}
interface Answer {
  readonly text: string
  readonly sources: readonly AnswerSource[]
  readonly state: 'waiting' | 'done' | 'failed'
}
const WAITING: Answer = { text: '', sources: [], state: 'waiting' }

export default function Answers({ question, ask, settings, texts, onFollow }: Props) {
  const [passages, setPassages] = useState<readonly Quotation[]>()
  const [answer, setAnswer] = useState(WAITING)
  const [failed, setFailed] = useState(false)
  const endpoint = typeof settings.askAi === 'object' ? settings.askAi.endpoint : undefined
  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    setPassages(undefined)
    setAnswer(WAITING)
    setFailed(false)
    ask(question).then(
      (found) => signal.aborted || setPassages(found),
      () => signal.aborted || setFailed(true),
    )
    const change = (next: (before: Answer) => Answer) => signal.aborted || setAnswer(next)
    if (endpoint)
      streamAnswer(endpoint, question, signal, {
        onText: (piece) => void change((before) => ({ ...before, text: before.text + piece })),
        onSource: (source) => void change((before) => ({ ...before, sources: [...before.sources, source] })),
      }).then(
        () => change((before) => ({ ...before, state: 'done' })),
        () => change((before) => ({ ...before, state: 'failed' })),
      )
    return () => aborter.abort()
  }, [ask, question, endpoint])

  const answers = endpoint !== undefined && answer.state !== 'failed'
  const broken = failed || answer.state === 'failed'
  const busy = answers ? answer.state === 'waiting' : !passages && !failed
  return (
    <section className={styles.answers} aria-label={answers ? texts.askAnswer : texts.askLabel} aria-live="polite" aria-busy={busy}>
      <h2>{question}</h2>
      {answer.text ? <Cited text={answer.text} sources={answer.sources} onFollow={onFollow} /> : null}
      {answer.sources.length ? (
        <ol className={styles.sources}>
          {answer.sources.map(({ sourceId, url, title }) => (
            <li key={sourceId} value={Number(sourceId)}>
              <Link to={url} onClick={onFollow}>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      ) : null}
      {broken ? (
        <p role="alert">
          <strong>{texts.errorTitle}</strong> {texts.errorHelp}
        </p>
      ) : null}
      {answers ? null : <Passages passages={passages} texts={texts} onFollow={onFollow} />}
    </section>
  )
}

/** The text, with a link where it cites a source that is there. */
function Cited({ text, sources, onFollow }: Pick<Answer, 'text' | 'sources'> & Pick<Props, 'onFollow'>) {
  return (
    <p className={styles.answer}>
      {text.split(/(\[\d+\])/).map((piece, place) => {
        const source = sources.find(({ sourceId }) => piece === `[${sourceId}]`)
        const key = place // pieces have no identity but their place
        return source ? (
          <Link key={key} to={source.url} title={source.title} onClick={onFollow}>
            {piece}
          </Link>
        ) : (
          <Fragment key={key}>{piece}</Fragment>
        )
      })}
    </p>
  )
}

function Passages({ passages, texts, onFollow }: { readonly passages: readonly Quotation[] | undefined } & Pick<Props, 'texts' | 'onFollow'>) {
  return (
    <>
      {passages?.length === 0 ? <p>{texts.askNothing}</p> : null}
      {passages?.length ? <p className={styles.trail}>{texts.askLabel}</p> : null}
      {passages?.map(({ blocks, trail, url }) => (
        <blockquote key={url} className={styles.passage}>
          <Quoted blocks={blocks} />
          <footer>
            <Link to={url} onClick={onFollow}>
              {trail.join(' › ')}
            </Link>
          </footer>
        </blockquote>
      ))}
    </>
  )
}

/** Sentences as paragraphs, code as code, rows of a table as a small one with the heads of their columns, where the first of them stands. */
function Quoted({ blocks }: { readonly blocks: readonly Block[] }) {
  const tables = Map.groupBy(
    blocks.filter((block) => block.kind === 'row'),
    ({ head }) => head.join('|'),
  )
  return blocks.map((block) => {
    if (block.kind === 'text') return <p key={block.text}>{block.text}</p>
    if (block.kind === 'code')
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
        // biome-ignore lint/a11y/useSemanticElements: a listing is no set of fields
        <pre key={block.text} tabIndex={0} role="group" aria-label="Code">
          <code>{block.text}</code>
        </pre>
      )
    const { head } = block
    const rows = tables.get(head.join('|')) ?? []
    if (block !== rows[0]) return null
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
      <section key={`rows of ${head.join()}`} className={styles.rows} tabIndex={0} aria-label="Table">
        <table>
          {head.length ? (
            <thead>
              <tr>
                {head.map((cell) => (
                  <th key={cell} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
          ) : null}
          <tbody>
            {rows.map(({ cells }) => (
              <tr key={cells.join()}>
                {cells.map((cell, column) => {
                  const key = column // cells have no identity but their column
                  return <td key={key}>{cell}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )
  })
}
