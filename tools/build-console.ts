// `npm run console`: the console as static files, in a folder of the cache that is named by a hash of its sources; so what has not changed is not built again.
// The platform runs this on its start and reads the line that it prints, `console: FOLDER`.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLACEHOLDER_ORIGIN } from '@credence/search'
import { keepLast, keptFolder } from '../packages/engine/src/kept/node/folder.ts'
import { CACHE } from './cache.ts'
import { contentKey, ENGINE_SOURCES } from './content-key.ts'
import { precompress } from './precompress.ts'

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url))
const SOURCES = [
  ...['src', 'public', 'plugins', 'index.html', 'package.json', 'vite.config.ts'].map((name) => `apps/console/${name}`),
  ...['client', 'contract', 'plot', 'ui'].map((name) => `packages/${name}/src`),
  ...ENGINE_SOURCES,
  'tools/build-console.ts',
]
/** Of earlier sources, beside the present one: a process that still serves one must not lose it. */
const KEPT = 2
const FOLDER = /^console-[0-9a-f]{16}$/

/** The folder of the built console. */
export async function buildConsole(cacheDir: string): Promise<string> {
  const folder = join(cacheDir, `console-${await contentKey(SOURCES)}`)
  if (existsSync(folder)) return folder
  await mkdir(cacheDir, { recursive: true })
  await keptFolder(folder, async (making) => {
    process.env.NODE_ENV = 'production' // whatever the process that asks runs as, a test for one
    const { build } = await import('vite') // not before: where the console is there, nothing of it is needed
    await build({ configFile: join(REPOSITORY, 'apps/console/vite.config.ts'), logLevel: 'warn', build: { outDir: making } })
    await precompress(making, PLACEHOLDER_ORIGIN)
  })
  await keepLast(cacheDir, FOLDER, KEPT + 1)
  return folder
}

if (import.meta.main) {
  // The platform holds the other end of our standard input and never writes: when it closes, the platform is gone, however it went.
  if (process.argv.includes('--end-with-stdin'))
    process.stdin
      .resume()
      .once('close', () => process.kill(-process.pid, 'SIGKILL'))
      .unref()
  process.chdir(REPOSITORY)
  console.log(`console: ${await buildConsole(CACHE)}`)
}
