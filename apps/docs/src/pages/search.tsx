// The search results page; the query is in `q`.

import { titleOf, trailOf } from '@credence/search'
import Head from '@docusaurus/Head'
import Link from '@docusaurus/Link'
import { useHistory, useLocation } from '@docusaurus/router'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import Layout from '@theme/Layout'
import { useEffect, useMemo, useRef, useState } from 'react'
import { missingResultAddress } from '../components/ReportIssue/address.ts'
import { facetFiltersFor } from '../search/context.ts'
import { destinationOf } from '../search/destination.ts'
import HitText from '../search/HitText.tsx'
import styles from '../search/results.module.css'
import { clientFor, searchSettings, textsOf } from '../search/settings.ts'
import { suggestions } from '../search/suggestions.ts'
import { fill } from '../search/texts.ts'
import { useSearch } from '../search/use-search.ts'

const PER_PAGE = 15

export default function SearchPage() {
  const { siteConfig } = useDocusaurusContext()
  const settings = useMemo(() => searchSettings(siteConfig), [siteConfig])
  const texts = textsOf(settings)
  const router = useHistory()
  const { search } = useLocation()
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState(PER_PAGE)
  // The static page knows no query; it is read once the page lives. What is typed here comes back as an address a moment later, when more may
  // have been typed: it is not read again.
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current && router.action === 'REPLACE') return
    isRead.current = true
    setQuery(new URLSearchParams(search).get('q') ?? '')
    setShown(PER_PAGE)
  }, [search, router])
  const request = useMemo(() => ({ query, hitsPerPage: shown, facetFilters: facetFiltersFor(settings.contextualSearch) }), [query, shown, settings])
  const { search: client } = clientFor(settings, siteConfig.baseUrl)
  const state = useSearch(client, request)
  const title = state.query ? fill(texts.pageTitleFor, { query: state.query }) : texts.pageTitle
  const count = state.result?.nbHits ?? 0

  return (
    <Layout title={title} description="Search results in the developer documentation of Credence.">
      <Head>
        <meta property="robots" content="noindex, follow" />
      </Head>
      <main className="container margin-vert--lg">
        <h1>{title}</h1>
        <search>
          <input
            className={`control ${styles.input}`}
            type="search"
            name="q"
            aria-label={texts.placeholder}
            placeholder={texts.placeholder}
            autoComplete="off"
            maxLength={200}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setShown(PER_PAGE)
              router.replace({ search: event.target.value ? `?q=${encodeURIComponent(event.target.value)}` : '' })
            }}
          />
        </search>
        <p role="status">
          {state.query && !state.failed && !state.waiting && count > 0 ? (count === 1 ? texts.countOne : fill(texts.count, { count })) : ''}
        </p>
        {state.failed ? (
          <p role="alert">
            <strong>{texts.errorTitle}</strong> {texts.errorHelp}
          </p>
        ) : null}
        {state.query && !state.failed && !state.waiting && count === 0 ? (
          <div>
            <p>
              {texts.noResults} “<strong>{state.query}</strong>”
            </p>
            <p>{texts.suggested}:</p>
            <ul>
              {suggestions(state.query).map((text) => (
                <li key={text}>
                  <Link to={`${siteConfig.baseUrl}${settings.searchPagePath}/?q=${encodeURIComponent(text)}`}>{text}</Link>
                </li>
              ))}
            </ul>
            <p>
              {texts.report} <a href={missingResultAddress(siteConfig.customFields?.issueTracker, state.query)}>{texts.reportLink}</a>
            </p>
          </div>
        ) : null}
        <ol className={styles.results}>
          {(state.query ? (state.result?.hits ?? []) : []).map((hit) => (
            <li key={hit.objectID}>
              <h2>
                <Link to={destinationOf(hit.url, settings.externalUrlRegex).to}>{titleOf(hit)}</Link>
              </h2>
              <p className={styles.trail}>{trailOf(hit).join(' › ')}</p>
              <p>
                <HitText value={hit._snippetResult?.content.value ?? ''} />
              </p>
            </li>
          ))}
        </ol>
        {state.query && count > shown ? (
          <button type="button" className="button button--secondary" onClick={() => setShown(shown + PER_PAGE)}>
            {texts.more}
          </button>
        ) : null}
      </main>
    </Layout>
  )
}
