// One operation: what it does, what it takes, what it answers, and the request in the reader's language.

import { type OperationModel, operationTwin, type ReferenceModel, type ReplyModel } from '@credence/contract/reference'
import { memo } from 'react'
import Request from './Request.tsx'
import styles from './reference.module.css'
import Schema from './Schema.tsx'
import Words from './Words.tsx'

interface Props {
  readonly operation: OperationModel
  readonly model: ReferenceModel
  readonly expansionLevel: number
}

export function operationAnchor(id: string): string {
  return `operation/${id}`
}

export default memo(function Operation({ operation, model, expansionLevel }: Props) {
  const { components } = model
  const anchor = operationAnchor(operation.id)
  const groups = (['path', 'query'] as const).map((place) => ({ place, list: operation.parameters.filter((parameter) => parameter.in === place) }))
  return (
    <section className={styles.operation} aria-labelledby={anchor} data-twin={operationTwin(operation.id)}>
      {/* Method and path are seen first; who hears the page hears of what they do first. */}
      <header className={styles.head}>
        <h3 id={anchor}>
          {operation.summary}
          {/* biome-ignore lint/a11y/useAnchorContent: the label names it, the style draws its sign */}
          <a className="hash-link" href={`#${anchor}`} aria-label={`Direct link to ${operation.summary}`} />
        </h3>
        <p className={styles.target}>
          <span className={styles.method} data-method={operation.method}>
            {operation.method}
          </span>{' '}
          <code>{operation.path}</code>
        </p>
      </header>
      {operation.available ? null : (
        <p className={styles.later} role="note">
          Not available yet: this operation comes with a later release.
        </p>
      )}
      <p>
        <Words text={operation.description} />
      </p>
      {/* The Markdown of the page names the operation's own, which has all of this. */}
      <div className={styles.columns} data-markdown-ignore>
        <div className={styles.facts}>
          {groups.map(({ place, list }) =>
            list.length ? (
              <div key={place}>
                <h4>{place === 'path' ? 'Path parameters' : 'Query parameters'}</h4>
                <Schema schema={{ type: 'object', limits: [], fields: list }} components={components} open={expansionLevel} />
              </div>
            ) : null,
          )}
          {operation.body ? (
            <>
              <h4>Body{operation.body.required ? '' : ' (optional)'}</h4>
              <Schema schema={operation.body.schema} components={components} open={expansionLevel} />
            </>
          ) : null}
          <h4>Responses</h4>
          {operation.replies.map((reply) => (
            <Reply key={reply.status} reply={reply} components={components} open={expansionLevel} />
          ))}
        </div>
        <Request operation={operation} host={model.host} />
      </div>
    </section>
  )
})

function Reply({ reply, components, open }: { reply: ReplyModel; components: ReferenceModel['components']; open: number }) {
  return (
    <div className={styles.reply}>
      <p>
        <strong className={styles.status} data-good={reply.status < '400'}>
          {reply.status}
        </strong>{' '}
        <Words text={reply.description} />
      </p>
      {reply.messages.length ? (
        <ul>
          {reply.messages.map((message) => (
            <li key={message}>
              <code>{message}</code>
            </li>
          ))}
        </ul>
      ) : null}
      {reply.schema ? <Schema schema={reply.schema} components={components} open={open} /> : null}
    </div>
  )
}
