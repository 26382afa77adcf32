// Writes `connections.json`: the addresses beside its own that pages of this site connect to, for servers that say so in a content security policy.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { type SearchSettings, searchSettings } from './settings.ts'

export default function connections({ siteConfig }: LoadContext): Plugin {
  return {
    name: 'connections',
    async postBuild({ outDir }) {
      await writeFile(join(outDir, 'connections.json'), JSON.stringify(connectionsOf(searchSettings(siteConfig))))
    },
  }
}

/** Origins, without the site's own. */
export function connectionsOf({ appId, apiKey, hosts, askAi }: SearchSettings): string[] {
  const hosted = appId && apiKey ? (hosts ?? hostsOf(appId)) : []
  const answers = typeof askAi === 'object' && URL.canParse(askAi.endpoint) ? [askAi.endpoint] : []
  return [...new Set([...hosted, ...answers].map((address) => new URL(address).origin))]
}

/** Where algoliasearch asks, one after the other. */
const hostsOf = (appId: string): string[] => [
  ...['-dsn.algolia.net', '.algolia.net'].map((rest) => `https://${appId}${rest}`),
  ...[1, 2, 3].map((replica) => `https://${appId}-${replica}.algolianet.com`),
]
