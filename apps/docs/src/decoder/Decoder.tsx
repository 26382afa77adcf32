// The Ux decoder of the page on the format: what is pasted, field by field, with its plot and statistics. Only that page imports it.
import { useId, useMemo, useRef, useState } from 'react'
import examples from '../../../../packages/distribution/src/fixtures/worked-examples.json'
import { type Decoded, DecodeError, decode } from './decode.ts'
import styles from './decoder.module.css'
import { Fields, Statistics } from './Result.tsx'

const EXAMPLES = [
  { name: 'Standard Gaussian, 32 Dirac deltas', text: examples['5'].text },
  { name: 'Uniform times a constant, 64 Dirac deltas', text: examples['6'].text },
] as const

export default function Decoder() {
  const id = useId()
  const [text, setText] = useState<string>(EXAMPLES[0].text)
  const input = useRef<HTMLTextAreaElement>(null)
  const outcome = useMemo(() => outcomeOf(text), [text])
  const failure = 'failure' in outcome ? outcome.failure : undefined
  const point = (at: number) => {
    input.current?.focus()
    input.current?.setSelectionRange(at, at + 1)
  }
  return (
    <section className={styles.decoder} aria-label="Ux decoder">
      <div className="furniture">
        <label htmlFor={`${id}text`}>Ux string, Ux bytes as hexadecimal or Base64 text, or output of a program</label>
        <textarea
          id={`${id}text`}
          ref={input}
          className={`control ${styles.input}`}
          value={text}
          rows={6}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={failure !== undefined}
          aria-describedby={`${id}status`}
          onChange={(event) => setText(event.target.value)}
        />
        <p className={styles.examples}>
          {EXAMPLES.map((example) => (
            <button key={example.name} type="button" className="control" aria-pressed={text === example.text} onClick={() => setText(example.text)}>
              {example.name}
            </button>
          ))}
          <button type="button" className="control" onClick={() => setText('')} disabled={text === ''}>
            Clear
          </button>
        </p>
        <div id={`${id}status`} role="status" className={failure ? styles.failure : styles.status}>
          {failure ? <Failure failure={failure} text={text} /> : <p>{'decoded' in outcome ? summaryOf(outcome.decoded) : ''}</p>}
        </div>
        {failure?.character !== undefined && failure.character < text.length ? (
          <button type="button" className="control" onClick={() => point(failure.character ?? 0)}>
            Go to the fault
          </button>
        ) : null}
      </div>
      {'decoded' in outcome ? (
        <>
          <Statistics value={outcome.decoded.value} />
          <Fields decoded={outcome.decoded} />
        </>
      ) : null}
    </section>
  )
}

type Outcome = { readonly decoded: Decoded } | { readonly failure: DecodeError }

function outcomeOf(text: string): Outcome {
  try {
    return { decoded: decode(text) }
  } catch (error) {
    if (error instanceof DecodeError) return { failure: error }
    throw error
  }
}

function summaryOf({ form, notes, isPlain, diracs }: Decoded): string {
  const count = `${diracs.length} Dirac delta${diracs.length === 1 ? '' : 's'}`
  const what = isPlain ? (form === 'plain number' ? 'A plain number.' : `${form} of a plain number.`) : `${form} with ${count}.`
  return [what, ...notes].join(' ')
}

const AROUND = 16 // characters shown on each side of a fault

function Failure({ failure, text }: { failure: DecodeError; text: string }) {
  const at = failure.character
  if (at === undefined) return <p>{failure.message}</p>
  const from = Math.max(0, at - AROUND)
  return (
    <p>
      {failure.message} Character {at + 1} of {text.length}:{' '}
      <code>
        {from > 0 ? '…' : ''}
        {text.slice(from, at)}
        <mark>{text[at] ?? 'end'}</mark>
        {text.slice(at + 1, at + 1 + AROUND)}
        {at + 1 + AROUND < text.length ? '…' : ''}
      </code>
    </p>
  )
}
