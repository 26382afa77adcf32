declare module '@docusaurus/core/lib/client/preload' {
  export default function preload(pathname: string): Promise<unknown>
}

declare module '@docusaurus/core/lib/client/routeContext' {
  import type { PluginRouteContext } from '@docusaurus/types'
  import type { ReactNode } from 'react'

  export function RouteContextProvider(props: { children: ReactNode; value: PluginRouteContext }): ReactNode
}
