declare module '@docusaurus/core/lib/client/preload' {
  export default function preload(pathname: string): Promise<unknown>
}

declare module '@docusaurus/core/lib/client/routeContext' {
  import type { PluginRouteContext } from '@docusaurus/types'
  import type { ReactNode } from 'react'

  export function RouteContextProvider(props: { children: ReactNode; value: PluginRouteContext }): ReactNode
}

declare module '@docusaurus/core/lib/client/docusaurusContext' {
  import type { DocusaurusContext } from '@docusaurus/types'
  import type { Context as ReactContext } from 'react'

  export const Context: ReactContext<DocusaurusContext>
}

declare module '@docusaurus/core/lib/client/SiteMetadataDefaults' {
  import type { ReactNode } from 'react'

  export default function SiteMetadataDefaults(): ReactNode
}
