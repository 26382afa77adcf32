// The site's search settings, read once from `themeConfig.search`, and the client they lead to.

import type { SearchClient } from '@credence/search'
import type { DocusaurusConfig } from '@docusaurus/types'
import { type AnsweringClient, type HostedIndex, hostedClient, staticClient } from './clients.ts'
import { TEXTS, type Texts } from './texts.ts'

export interface SearchSettings {
  readonly appId?: string
  readonly apiKey?: string
  readonly indexName?: string
  /** Filter by the documentation area at hand. */
  readonly contextualSearch: boolean
  /** Question mode: off, passages in the browser, or an address that streams answers. */
  readonly askAi: false | 'passages' | { readonly endpoint: string }
  readonly searchParameters?: HostedIndex['searchParameters']
  readonly searchPagePath: string
  /** Results whose address matches are opened as external links. */
  readonly externalUrlRegex?: string
  readonly translations?: Partial<Texts>
  readonly hosts?: readonly string[]
}
const DEFAULTS: SearchSettings = { contextualSearch: true, askAi: 'passages', searchPagePath: 'search' }

export function searchSettings(config: Pick<DocusaurusConfig, 'themeConfig'>): SearchSettings {
  return { ...DEFAULTS, ...(config.themeConfig.search as Partial<SearchSettings> | undefined) }
}

export function textsOf({ translations }: SearchSettings): Texts {
  return { ...TEXTS, ...translations }
}

const clients = new Map<string, { search: SearchClient; ask: AnsweringClient['ask'] }>()
/** One client per page load; questions are always answered from the static index. */
export function clientFor(settings: SearchSettings, baseUrl: string): { search: SearchClient; ask: AnsweringClient['ask'] } {
  const key = `${baseUrl} ${settings.appId ?? ''}`
  let made = clients.get(key)
  if (!made) {
    const local = staticClient(`${baseUrl}search-index.json`)
    const { appId, apiKey, indexName = 'credence', searchParameters, hosts } = settings
    made = { search: appId && apiKey ? hostedClient({ appId, apiKey, indexName, searchParameters, hosts }) : local, ask: local.ask }
    clients.set(key, made)
  }
  return made
}
