// Around every page: where its Markdown twin is, for programs that read it, fetching ahead without haste, and what readers did before it lived.
import { hasTwin, twinOf } from '@credence/search'
import Head from '@docusaurus/Head'
import { matchPath, useLocation } from '@docusaurus/router'
import useBaseUrl from '@docusaurus/useBaseUrl'
import useIsBrowser from '@docusaurus/useIsBrowser'
import routes from '@generated/routes'
import { takeActions, takeFields } from '@site/src/early/take-over.ts'
import { useIdlePrefetch } from '@site/src/navigation/idle-prefetch.ts'
import { type ReactNode, useEffect } from 'react'
import { CARD_SIZE, cardPath } from '../../../plugins/pictures/card-place.ts'

export default function Root({ children }: { children: ReactNode }) {
  useIdlePrefetch()
  const isBrowser = useIsBrowser()
  useEffect(() => queueMicrotask(takeFields), [])
  useEffect(() => {
    if (isBrowser) void takeActions()
  }, [isBrowser])
  const { pathname } = useLocation()
  const twin = useBaseUrl(twinOf(pathname))
  const index = useBaseUrl('/llms.txt')
  const card = useBaseUrl(cardPath(pathname), { absolute: true })
  // One static page answers for every address that has none: what it says must not depend on the address.
  const isPage = leadsToPage(pathname, routes)
  const twinned = isPage && hasTwin(pathname)
  return (
    <>
      {isPage ? (
        <Head>
          <meta property="og:image" content={card} />
          <meta property="og:image:width" content={String(CARD_SIZE.width)} />
          <meta property="og:image:height" content={String(CARD_SIZE.height)} />
        </Head>
      ) : null}
      {twinned ? (
        <Head>
          <link rel="alternate" type="text/markdown" href={twin} />
        </Head>
      ) : null}
      {/* Most agents fetch HTML and look at its text: nothing else tells them of the Markdown. People have the page. */}
      <p className="for-agents" aria-hidden="true">
        For AI agents: this documentation as Markdown is listed at{' '}
        <a href={index} tabIndex={-1}>
          /llms.txt
        </a>
        {twinned ? `; this page is also at ${twin}` : ''}.
      </p>
      {children}
    </>
  )
}

/** Whether a page stands at the path: an area matches every address below its own, also those that none of its pages has. */
function leadsToPage(pathname: string, among: typeof routes): boolean {
  return among.some(
    (route) => route.path !== '*' && matchPath(pathname, route) && (!route.routes || leadsToPage(pathname, route.routes as typeof routes)),
  )
}
