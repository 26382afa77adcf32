// Around every page: where its Markdown twin is, for programs that read it.

import { hasTwin, twinOf } from '@credence/search'
import Head from '@docusaurus/Head'
import { useLocation } from '@docusaurus/router'
import useBaseUrl from '@docusaurus/useBaseUrl'
import type { ReactNode } from 'react'

export default function Root({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const twin = useBaseUrl(twinOf(pathname))
  return (
    <>
      {hasTwin(pathname) ? (
        <Head>
          <link rel="alternate" type="text/markdown" href={twin} />
        </Head>
      ) : null}
      {children}
    </>
  )
}
