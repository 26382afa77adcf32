// The not-found page: the pages whose addresses are nearest to what was asked for, and a way to the search.
import Link from '@docusaurus/Link'
import { useAllDocsData } from '@docusaurus/plugin-content-docs/client'
import { useLocation } from '@docusaurus/router'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { nearestPaths, wordsOf } from '@site/src/navigation/nearest-paths.ts'
import type { Props } from '@theme/NotFound/Content'
import { useEffect, useState } from 'react'

export default function NotFoundContent({ className }: Props) {
  const { pathname } = useLocation()
  const { siteConfig } = useDocusaurusContext()
  const areas = useAllDocsData()
  const [near, setNear] = useState<readonly string[]>([])
  // One static page answers for every address, so that only a browser knows which was asked for.
  useEffect(() => {
    const known = Object.values(areas).flatMap(({ versions }) => versions.flatMap(({ docs }) => docs.map(({ path }) => path.replace(/\/?$/, '/'))))
    setNear(nearestPaths(pathname, [...known, '/docs/api/reference/']))
  }, [areas, pathname])
  const query = wordsOf(pathname).slice(-2).join(' ')
  return (
    <main className={`container margin-vert--xl ${className ?? ''}`}>
      <h1>Page not found</h1>
      <p>There is no page at this address.</p>
      {near.length ? (
        <>
          <p>Did you mean one of these?</p>
          <ul>
            {near.map((path) => (
              <li key={path}>
                <Link to={path}>{path}</Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p>
        <Link to={`${siteConfig.baseUrl}search/${near.length && query ? `?q=${encodeURIComponent(query)}` : ''}`}>Search the documentation</Link>
        {' or '}
        <Link to={siteConfig.baseUrl}>go to the start page</Link>.
      </p>
      <h2>Where most readers go</h2>
      <ul>
        {DESTINATIONS.map(([to, title, about]) => (
          <li key={to}>
            <Link to={to}>{title}</Link>: {about}
          </li>
        ))}
      </ul>
    </main>
  )
}

/** Here also without script, which is needed to tell which address was asked for. */
const DESTINATIONS = [
  ['/docs/api/quickstart/', 'Quickstart', 'a program sent over HTTP, its output with a distribution, a plot of it'],
  ['/docs/uxhw-api/', 'Hardware API (UxHw)', 'the C functions that make a number uncertain and ask it questions'],
  ['/docs/uxhw-api/inserting-uncertainty/parametric-distributions/', 'Parametric distributions', 'every one, with sliders'],
  ['/docs/platform/cases/', 'Worked cases', 'complete programs beside published answers'],
  ['/docs/api/reference/', 'API reference', 'every operation, with its requests and responses'],
  ['/docs/api/guides/', 'Guides', 'builds, tasks, cores, webhooks, errors'],
] as const
