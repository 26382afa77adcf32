// The worker of `browser.ts`: it holds the compiler and the prepared parts, and builds what it is told, one after the other.
import type { BrowserManifest, WorkerReply, WorkerRequest } from './browser.ts'
import { build } from './build.ts'
import { loadTools } from './clang.ts'
import { ObjectCache } from './object-cache.ts'
import type { Parts } from './parts.ts'
import { dropOldFiles, staticFetch } from './static-files.ts'

const objects = new ObjectCache(32 << 20)
let parts: Parts | undefined
let fetchPrecompiled: (() => Promise<void>) | undefined

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  const reply = (message: WorkerReply) => postMessage(message)
  try {
    if ('open' in data) reply({ opened: await open(data.open, (done, total) => reply({ progress: [done, total] })) })
    else if (parts === undefined) throw new Error('the parts are missing')
    else {
      if ([...data.build.files.keys()].some((path) => /\.(cc|cpp|cxx)$/.test(path))) await fetchPrecompiled?.()
      reply({ result: await build(data.build, { parts, objects }) })
    }
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) })
  }
})

/** Fetches the parts; precompiled headers when the first C++ source comes. Gives the runtime module. */
async function open(address: string, onProgress: (done: number, total: number) => void): Promise<Uint8Array> {
  const manifest = (await (await fetched(address)).json()) as BrowserManifest
  // The compiler package takes its `fetch` when it is imported.
  globalThis.fetch = staticFetch(manifest, address, globalThis.fetch.bind(globalThis))
  void dropOldFiles(manifest, address)
  const bytes = async (path: string) => new Uint8Array(await (await fetched(new URL(path, address).href)).arrayBuffer())
  const [runtime, library] = await Promise.all([
    bytes(manifest.runtime),
    bytes(manifest.library),
    loadTools(onProgress, new URL(manifest.compiler, address).href),
  ])
  const encoder = new TextEncoder()
  const precompiled = new Map<string, Uint8Array>()
  parts = {
    headers: new Map(Object.entries(manifest.headers).map(([path, text]) => [path, encoder.encode(text)])),
    library,
    precompiled,
  }
  // One that cannot be fetched is made when a build needs it.
  fetchPrecompiled = async () => {
    fetchPrecompiled = undefined
    const entries = Object.entries(manifest.precompiled).map(async ([name, path]) => precompiled.set(name, await bytes(path)))
    await Promise.allSettled(entries)
  }
  return runtime
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`)
  return response
}
