import type { Feature } from '../http/feature.ts'
import { openSites, type SitesOptions } from './sites.ts'

/** The documentation site, where no route of the API is. */
export const siteFeature = (options: SitesOptions) => ({ pages: openSites(options) }) satisfies Feature
