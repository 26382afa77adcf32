import type { Feature } from '../http/feature.ts'
import { type ConsoleOptions, openConsole } from './console.ts'
import { openSites, type SitesOptions } from './sites.ts'

/** The documentation site and the console, where no route of the API is. */
export function siteFeature({ console, ...options }: SitesOptions & { readonly console: ConsoleOptions }) {
  const sites = openSites(options)
  const consoleAt = openConsole(console)
  return {
    pages: { page: async (path, accept = '') => (await consoleAt(path, accept)) ?? sites.page(path, accept), notFound: sites.notFound },
  } satisfies Feature
}
