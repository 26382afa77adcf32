// The API reference: every operation of the OpenAPI document, rendered statically. No suspense around
// operations: React would move them to the end of the document, out of the reach of readers without scripts, search and agents.

import { LANGUAGES, type ReferenceModel } from '@credence/contract/reference'
import Island from '@site/src/components/Island'
import Layout from '@theme/Layout'
import { type CSSProperties, useDeferredValue, useState } from 'react'
import type { ReferenceOptions } from '../../plugins/api-reference/options.ts'
import Events from './Events.tsx'
import { ARRIVING, useArrival, useCurrentSection } from './follow-scroll.ts'
import { useLanguage } from './language.ts'
import Operation, { operationAnchor } from './Operation.tsx'
import styles from './reference.module.css'
import Words from './Words.tsx'

export default function ReferencePage({ model, options }: { model: ReferenceModel; options: ReferenceOptions }) {
  const [language] = useLanguage()
  useArrival()
  const colours = {
    '--reference-light': options.primaryColor.light,
    '--reference-dark': options.primaryColor.dark,
    '--reference-sidebar': options.sidebarWidth,
  } as CSSProperties
  return (
    <Layout title="API reference" description="Every operation of the Credence API: parameters, bodies, answers, errors and requests to copy.">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, which runs where the page is read and never again */}
      <script dangerouslySetInnerHTML={{ __html: ARRIVING }} />
      <div className={styles.page} style={colours}>
        <Sidebar model={model} search={options.search} />
        <main className={styles.main}>
          <h1>API reference</h1>
          <p>
            Version {model.version}. <a href="/openapi.json">Download the OpenAPI 3.1 document</a>
          </p>
          {model.description.split('\n\n').map((text) => (
            <p key={text}>
              <Words text={text} />
            </p>
          ))}
          {model.groups.map((group) => (
            <section key={group.tag} aria-labelledby={groupAnchor(group.tag)}>
              <h2 id={groupAnchor(group.tag)}>{group.tag}</h2>
              <p>{group.description}</p>
              {group.operations.map((operation) => (
                <Island key={operation.id} id={operation.id} awake={language !== LANGUAGES[0]}>
                  <Operation operation={operation} model={model} expansionLevel={options.schemaExpansionLevel} />
                </Island>
              ))}
            </section>
          ))}
          <Events />
        </main>
      </div>
    </Layout>
  )
}

const CHAPTERS = [
  { id: 'realtime-channel', title: 'Realtime channel' },
  { id: 'webhook-deliveries', title: 'Webhook deliveries' },
] as const

function Sidebar({ model, search }: { model: ReferenceModel; search: boolean }) {
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim().toLowerCase())
  const matches = (...texts: string[]) => !wanted || texts.some((text) => text.toLowerCase().includes(wanted))
  const groups = model.groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => matches(operation.summary, operation.path, operation.id, operation.method, group.tag)),
    }))
    .filter(({ operations }) => operations.length)
  const current = useCurrentSection()
  const chapters = CHAPTERS.filter(({ title }) => matches(title))
  const count = groups.reduce((sum, { operations }) => sum + operations.length, chapters.length)
  return (
    <nav className={styles.sidebar} aria-label="Operations">
      {search ? (
        <>
          <input
            className="control"
            type="search"
            aria-label="Filter operations"
            placeholder="Filter operations"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <p role="status" className={styles.count}>
            {wanted ? `${count} found` : ''}
          </p>
        </>
      ) : null}
      {groups.map((group) => (
        <div key={group.tag}>
          <a className={styles.group} href={`#${groupAnchor(group.tag)}`}>
            {group.tag}
          </a>
          <ul>
            {group.operations.map((operation) => (
              <li key={operation.id}>
                <a href={`#${operationAnchor(operation.id)}`} aria-current={current === operationAnchor(operation.id) ? 'location' : undefined}>
                  <span className={styles.method} data-method={operation.method}>
                    {operation.method}
                  </span>{' '}
                  <span>{operation.summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a className={styles.group} href={`#${id}`} aria-current={current === id ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function groupAnchor(tag: string): string {
  return `group-${tag.toLowerCase().replaceAll(' ', '-')}`
}
