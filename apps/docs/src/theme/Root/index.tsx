// Around every page: where its Markdown twin is, for programs that read it.
import { hasTwin, twinOf } from '@credence/search'
import Head from '@docusaurus/Head'
import { useLocation } from '@docusaurus/router'
import useBaseUrl from '@docusaurus/useBaseUrl'
import type { ReactNode } from 'react'

export default function Root({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const twin = useBaseUrl(twinOf(pathname))
  const index = useBaseUrl('/llms.txt')
  return (
    <>
      {hasTwin(pathname) ? (
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
        ; this page is also at {twin}.
      </p>
      {children}
    </>
  )
}
