// The engine as static files of a site: what pages need to build and run programs, with gzip, in a folder of its own below the cache.
// plugins/engine-files of the documentation copies it.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { keptFolder } from '../packages/engine/src/kept/node/folder.ts'
import { browserAssets } from '../packages/engine/src/toolchain/node/browser-assets.ts'
import { GZIP_SUFFIX } from '../packages/engine/src/toolchain/static-files.ts'

const MANIFEST = 'toolchain.json'
/** Files from this size on are kept with gzip. `bundle.js` is a module that the browser itself loads, so scripts stay as they are. */
const WORTH_IT = 100_000
/** Every run needs it and nothing else, so it stays as it is, for readers that never edit. */
const isCompressed = (path: string, size: number) => size >= WORTH_IT && !path.endsWith('.js') && !path.startsWith('runtime-')

/** Makes the folder unless it is there: 27 MB of compiler, 16 MB of precompiled headers. Returns its path, which ends in a hash of its content. */
export async function preparePageEngine(cacheDir: string, onProgress: (what: string) => void = () => {}): Promise<string> {
  let said = ''
  const assets = await browserAssets({
    cacheDir,
    onProgress: ({ what, done, total }) => {
      if (what === said) return // said when it began
      said = what
      onProgress(`${what} (${done + 1} of ${total})`)
    },
  })
  const [listed] = assets.filter(({ path }) => path === MANIFEST)
  const files = assets.filter(({ path }) => path !== MANIFEST)
  const manifest = JSON.parse(new TextDecoder().decode(await listed!.bytes())) as Record<string, unknown>
  const key = createHash('sha256')
    .update(JSON.stringify([manifest, files.map(({ path }) => path)]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(cacheDir, `page-engine-${key}`)
  return keptFolder(folder, async (making) => {
    onProgress('compiler for pages')
    const compressed: string[] = []
    for (const { path, bytes } of files) {
      const content = await bytes()
      const packed = isCompressed(path, content.length)
      if (packed) compressed.push(path)
      await write(join(making, packed ? path + GZIP_SUFFIX : path), packed ? await promisify(gzip)(content, { level: 6 }) : content)
    }
    // Named by content like the others: a page of one build never meets the list of another.
    await write(join(making, `toolchain-${key}.json`), JSON.stringify({ ...manifest, compressed }))
  })
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
