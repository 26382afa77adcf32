// The static files of a site as the worker of the compiler fetches them: decompressed where the site has them with gzip, and kept in the
// Cache API, because the HTTP cache of a browser does not take a file of 75 MB. Without that API (a page over plain HTTP) they are fetched anew.
import type { BrowserManifest } from './browser.ts'

const KEPT = 'credence-compiler'
/** Behind the name of a file that the site has with gzip; an extension that no web server decompresses on its own. */
export const GZIP_SUFFIX = '.gzip'

const TYPES: Readonly<Record<string, string>> = { wasm: 'application/wasm', js: 'text/javascript' }

/**
 * A `fetch` for the files of `manifest`; it leaves all other addresses to `network`.
 * @param address  of the manifest
 */
export function staticFetch(manifest: BrowserManifest, address: string, network: typeof fetch): typeof fetch {
  const compressed = new Map((manifest.compressed ?? []).map((path) => [new URL(path, address).href, path]))
  return async (input, init) => {
    const href = new URL(input instanceof Request ? input.url : input, address).href
    const path = compressed.get(href)
    if (path === undefined) return network(input, init)
    const store = await openStore()
    const kept = await store?.match(href)
    if (kept !== undefined) return kept
    const response = await network(href + GZIP_SUFFIX, init)
    if (!response.ok || response.body === null) return response
    const headers = { 'content-type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream' }
    const whole = response.body.pipeThrough(new DecompressionStream('gzip'))
    if (store === undefined) return new Response(whole, { headers })
    const [used, stored] = whole.tee()
    // A full disk costs the next visit its speed, not this one its result.
    store.put(href, new Response(stored, { headers })).catch(() => {})
    return new Response(used, { headers })
  }
}

/** Removes kept files that `manifest` no longer names: those of an earlier engine. */
export async function dropOldFiles(manifest: BrowserManifest, address: string): Promise<void> {
  const store = await openStore()
  const current = new Set((manifest.compressed ?? []).map((path) => new URL(path, address).href))
  for (const { url } of (await store?.keys()) ?? []) if (!current.has(url)) await store?.delete(url)
}

async function openStore(): Promise<Cache | undefined> {
  // Absent outside secure contexts, refused where the reader blocks storage.
  return 'caches' in globalThis ? caches.open(KEPT).catch(() => undefined) : undefined
}
