// The search results page; the query is in `q`.

import { type Hit, pageOf, titleOf, trailOf } from '@credence/search'
import Head from '@docusaurus/Head'
import Link from '@docusaurus/Link'
import { useHistory, useLocation } from '@docusaurus/router'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import Layout from '@theme/Layout'
import { useEffect, useMemo, useRef, useState } from 'react'
import { missingResultAddress } from '../components/ReportIssue/address.ts'
import { SECTIONS_OF_A_PAGE } from '../search/by-page.ts'
import { facetFiltersFor } from '../search/context.ts'
import { destinationOf } from '../search/destination.ts'
import HitText from '../search/HitText.tsx'
import MissingResult from '../search/MissingResult.tsx'
import { POPULAR } from '../search/popular.ts'
import styles from '../search/results.module.css'
import { clientFor, searchSettings, textsOf } from '../search/settings.ts'
import { fill } from '../search/texts.ts'
import { useSearch } from '../search/use-search.ts'

const PER_PAGE = 15

/**
 * Whoever comes with a query waits for the index: it comes beside the code that reads it. To others it would only delay the page. And they are told so,
 * instead of being shown what is there for those without a query.
 */
const indexWithQuery = (address: string): string => `if (/[?&]q=[^&]/.test(location.search)) {
  document.documentElement.dataset.asked = ''
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '${address}' }))
}`

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
  useEffect(() => {
    if (query) delete document.documentElement.dataset.asked // from here on the page says it itself
  }, [query])
  const request = useMemo(
    () => ({ query, hitsPerPage: shown, distinct: SECTIONS_OF_A_PAGE, facetFilters: facetFiltersFor(settings.contextualSearch) }),
    [query, shown, settings],
  )
  const { search: client } = clientFor(settings, siteConfig.baseUrl)
  const state = useSearch(client, request)
  const title = query.trim() ? fill(texts.pageTitleFor, { query: query.trim() }) : texts.pageTitle
  const count = state.result?.nbHits ?? 0
  const isFirst = query.trim() !== '' && !state.result && !state.failed

  return (
    <Layout title={title} description="Search results in the developer documentation of Credence.">
      <Head>
        <meta property="robots" content="noindex, follow" />
      </Head>
      {/* Not in the head, where it would be put in once more when the page comes to life. */}
      {settings.appId ? null : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, which runs where the page is read and never again
        <script dangerouslySetInnerHTML={{ __html: indexWithQuery(`${siteConfig.baseUrl}search-index.json`) }} />
      )}
      <main className={`container margin-vert--lg ${styles.page}`}>
        <h1 className={styles.title}>{title}</h1>
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
        <noscript>
          <p>{texts.noScript}</p>
        </noscript>
        <p role="status">
          {isFirst ? texts.waiting : ''}
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
              {state.suggested?.map((text) => (
                <li key={text}>
                  <Link to={`${siteConfig.baseUrl}${settings.searchPagePath}/?q=${encodeURIComponent(text)}`}>{text}</Link>
                </li>
              ))}
            </ul>
            <MissingResult texts={texts} address={missingResultAddress(siteConfig.customFields?.issueTracker, state.query)} />
          </div>
        ) : null}
        {settings.appId || query ? null : <p className={styles.asked}>{texts.waiting}</p>}
        {query.trim() ? null : (
          <nav className={styles.unasked} aria-label={texts.popular}>
            <h2 className={styles.popular}>{texts.popular}</h2>
            <ul className={styles.destinations}>
              {POPULAR.map(({ title: name, area, url }) => (
                <li key={url}>
                  <Link to={url}>
                    {name} <span className={styles.trail}>{area}</span>
                  </Link>
                </li>
              ))}
              <li>
                <a href={`${siteConfig.baseUrl}llms.txt`}>{texts.allPages}</a>
              </li>
            </ul>
          </nav>
        )}
        <ol className={styles.results}>
          {pages(state.query ? (state.result?.hits ?? []) : []).map((hits) => (
            <li key={hits[0].objectID}>
              <p className={styles.trail}>
                {trailOf(hits[0])
                  .slice(0, hits[0].operation ? undefined : 2)
                  .join(' › ')}
              </p>
              {hits.map((hit, place) => (
                <Result key={hit.objectID} hit={hit} level={place === 0 ? 'h2' : 'h3'} to={destinationOf(hit.url, settings.externalUrlRegex).to} />
              ))}
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

function Result({ hit, level: Heading, to }: { hit: Hit; level: 'h2' | 'h3'; to: string }) {
  return (
    <>
      <Heading>
        <Link to={to}>{titleOf(hit)}</Link> {hit.operation ? <code>{hit.operation}</code> : null}
      </Heading>
      <p>
        <HitText value={hit._snippetResult?.content.value ?? ''} />
      </p>
    </>
  )
}

/** Hits of one page together, where the best of them stands. */
function pages(hits: readonly Hit[]): [Hit, ...Hit[]][] {
  const byPage = new Map<string, [Hit, ...Hit[]]>()
  for (const hit of hits) {
    const others = byPage.get(pageOf(hit))
    if (others) others.push(hit)
    else byPage.set(pageOf(hit), [hit])
  }
  return [...byPage.values()]
}
