// A crash outside of a page's own frame: the same words as inside of it; and without the frame, should that be what crashed.
import { RouteContextProvider } from '@docusaurus/core/lib/client/routeContext'
import ErrorBoundary from '@docusaurus/ErrorBoundary'
import Head from '@docusaurus/Head'
import type Original from '@theme/Error'
import ErrorPageContent from '@theme/ErrorPageContent'
import Layout from '@theme/Layout'
import type { ComponentProps } from 'react'

export default function ErrorPage(props: ComponentProps<typeof Original>) {
  return (
    <ErrorBoundary fallback={() => <ErrorPageContent {...props} />}>
      {/* The frame asks which plugin made the page; a crash comes from none. */}
      <RouteContextProvider value={{ plugin: { name: 'crash', id: 'default' } }}>
        {/* What says so for every page has crashed with this one. */}
        <Head>
          <html lang="en" />
          <title>Page error</title>
        </Head>
        <Layout>
          <ErrorPageContent {...props} />
        </Layout>
      </RouteContextProvider>
    </ErrorBoundary>
  )
}
