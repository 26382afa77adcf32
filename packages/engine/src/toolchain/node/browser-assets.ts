// What a static site needs so that programs are built in the page: the compiler, the prepared parts and `toolchain.json`, which names them.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserManifest } from '../browser.ts'
import { hash } from '../object-cache.ts'
import type { PrepareEvent } from './prepare.ts'
import { prepare } from './toolchain.ts'

export interface BrowserAsset {
  /** Below the folder of the site that serves them. Named by content but for `toolchain.json`, so the others may be cached for ever. */
  readonly path: string
  readonly bytes: () => Promise<Uint8Array>
}

/** Prepares the parts where they are missing, then lists every file to copy; about 120 MB, `toolchain.json` last. */
export async function browserAssets(options: {
  readonly cacheDir: string
  readonly onProgress?: (event: PrepareEvent) => void
}): Promise<BrowserAsset[]> {
  const { runtime, parts } = await prepare(options)
  const llvm = await compilerFiles()
  const made = await Promise.all([
    asset('runtime', 'wasm', runtime),
    asset('library', 'a', parts.library),
    ...[...parts.precompiled].map(([name, bytes]) => asset(name, 'pch', bytes)),
  ])
  const [runtimeAsset, libraryAsset, ...precompiled] = made
  const decoder = new TextDecoder()
  const manifest: BrowserManifest = {
    compiler: llvm.find(({ path }) => path.endsWith('/bundle.js'))!.path,
    runtime: runtimeAsset!.path,
    library: libraryAsset!.path,
    headers: Object.fromEntries([...parts.headers].map(([path, bytes]) => [path, decoder.decode(bytes)])),
    precompiled: Object.fromEntries([...parts.precompiled.keys()].map((name, index) => [name, precompiled[index]!.path])),
  }
  return [...llvm, ...made, { path: 'toolchain.json', bytes: async () => new TextEncoder().encode(JSON.stringify(manifest)) }]
}

/** The package's files in a folder of its version: `bundle.js` fetches the others beside itself. */
async function compilerFiles(): Promise<BrowserAsset[]> {
  const folder = new URL('./', import.meta.resolve('@yowasp/clang'))
  const { version } = JSON.parse(await readFile(new URL('../package.json', folder), 'utf8')) as { version: string }
  const names = (await readdir(fileURLToPath(folder))).filter((name) => /\.(js|wasm|tar)$/.test(name))
  return names.map((name) => ({ path: `llvm-${version}/${name}`, bytes: () => readFile(new URL(name, folder)) }))
}

async function asset(name: string, extension: string, bytes: Uint8Array): Promise<BrowserAsset> {
  return { path: `${name}-${(await hash([bytes])).slice(0, 16)}.${extension}`, bytes: async () => bytes }
}
