// The request of an operation: inputs that fill the snippets, the snippet of the chosen language, and the response to expect.

import type { OperationModel } from '@credence/contract/reference'
import { initialInputs, LANGUAGES, snippet } from '@credence/contract/reference'
import { copyText } from '@credence/ui/copy-text'
import { useEffect, useId, useState } from 'react'
import DrawnOnOpening from './DrawnOnOpening.tsx'
import { useLanguage } from './language.ts'
import styles from './reference.module.css'

export default function Request({ operation, host }: { operation: OperationModel; host: string }) {
  const id = useId()
  const [language, setLanguage] = useLanguage()
  const [inputs, setInputs] = useState(() => initialInputs(operation, host))
  const text = snippet(language, operation, inputs)
  const example = operation.replies.find(({ status }) => status < '300')?.example
  return (
    <div className={styles.request}>
      <fieldset className={styles.tabs} aria-label={`Language of the request of ${operation.summary}`}>
        {LANGUAGES.map((name) => (
          <button key={name} type="button" className="control" aria-pressed={name === language} onClick={() => setLanguage(name)}>
            {name}
          </button>
        ))}
        <Copy text={text} label={`Copy the request of ${operation.summary}`} />
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
      <figure className={styles.code} tabIndex={0} aria-label={`${language} request of ${operation.summary}`}>
        <pre>
          <code>{text}</code>
        </pre>
      </figure>
      {operation.parameters.length || operation.body ? (
        <DrawnOnOpening summary="Fill in your values">
          {() => (
            <div className={styles.inputs}>
              <label htmlFor={`${id}-host`}>Host</label>
              <input
                id={`${id}-host`}
                className="control"
                data-code
                value={inputs.host}
                onChange={(event) => setInputs({ ...inputs, host: event.target.value })}
              />
              {operation.parameters.map(({ name }) => (
                <span key={name} className={styles.input}>
                  <label htmlFor={`${id}-${name}`}>{name}</label>
                  <input
                    id={`${id}-${name}`}
                    className="control"
                    data-code
                    value={inputs.values[name] ?? ''}
                    onChange={(event) => setInputs({ ...inputs, values: { ...inputs.values, [name]: event.target.value } })}
                  />
                </span>
              ))}
              {operation.body ? (
                <>
                  <label htmlFor={`${id}-body`}>Body</label>
                  <textarea
                    id={`${id}-body`}
                    className="control"
                    rows={8}
                    spellCheck={false}
                    value={inputs.body}
                    onChange={(event) => setInputs({ ...inputs, body: event.target.value })}
                  />
                </>
              ) : null}
            </div>
          )}
        </DrawnOnOpening>
      ) : null}
      {example === undefined ? null : (
        <details open>
          <summary>Response</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
          <figure className={styles.code} tabIndex={0} aria-label={`Example response of ${operation.summary}`}>
            <pre>
              <code>{JSON.stringify(example, null, 2)}</code>
            </pre>
          </figure>
        </details>
      )}
    </div>
  )
}

function Copy({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button type="button" className={`control ${styles.copy}`} aria-label={label} onClick={() => copyText(text).then(setCopied)}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  )
}
