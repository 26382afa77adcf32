// `npm run site`: the documentation site with its engine and the results of its examples, built into a folder of the cache that is named by a hash
// of everything it depends on; so what has not changed is not built again. The platform runs this on its start and reads the lines that it prints:
// `preparing: WHAT` as it goes, `site: FOLDER` at the end. `--prepare` makes what development mode needs besides the pages, and ends with `engine: FOLDER`.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fortranSupport } from '@credence/engine/fortran'
import { PLACEHOLDER_ORIGIN } from '@credence/search'
import { keepLast, keptFolder } from '../packages/engine/src/kept/node/folder.ts'
import { CACHE } from './cache.ts'
import { contentKey, ENGINE_SOURCES } from './content-key.ts'
import { runExamples } from './examples.ts'
import { preparePageEngine } from './page-engine.ts'
import { precompress } from './precompress.ts'

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url))
const DOCS = join(REPOSITORY, 'apps/docs')
const SITE_SOURCES = [
  ...['docs', 'plugins', 'sidebars', 'src', 'static', 'docusaurus.config.ts', 'package.json'].map((name) => `apps/docs/${name}`),
  ...['contract', 'plot', 'search', 'ui'].map((name) => `packages/${name}/src`),
  ...ENGINE_SOURCES,
  ...['apps/cli/src', 'apps/server/src/settings', 'bench/README.md', 'bench/branches.json', 'bench/methods.json', 'CHANGELOG.md', 'examples'], // pages quote them
  'tools/build-site.ts',
  'tools/page-engine.ts',
  ...(existsSync(join(REPOSITORY, 'apps/console/package.json')) ? ['apps/console/package.json'] : []), // pages link to it where it is
]
/** Settings that the site takes from the environment (apps/docs/docusaurus.config.ts). */
const SETTINGS = ['ISSUE_TRACKER', 'SEARCH_APP_ID', 'SEARCH_API_KEY', 'SEARCH_INDEX', 'ASK_ENDPOINT', 'CONSOLE_URL', 'EDIT_URL', 'FEEDBACK_URL'].map(
  (name) => `CREDENCE_${name}`,
)
/** Sites of earlier sources that stay beside the current one: a process that still serves one must not lose it. */
const KEPT_SITES = 2

export interface SiteOptions {
  readonly cacheDir: string
  readonly onProgress: (what: string) => void
}

/** The folder of the built site. */
export async function buildSite({ cacheDir, onProgress }: SiteOptions): Promise<string> {
  const digest = createHash('sha256').update(await contentKey(SITE_SOURCES))
  for (const name of SETTINGS) digest.update(`\0${process.env[name] ?? ''}`)
  const fortran = await fortranSupport() // its programs are run where it is, and shown as text where it is not
  digest.update(`\0flang ${'version' in fortran ? fortran.version : ''}`)
  const folder = join(cacheDir, `site-${digest.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder

  const engine = await preparePages({ cacheDir, onProgress })
  onProgress('pages of the documentation')
  // Docusaurus runs the pages that it bundled as CommonJS; a package.json further up, such as this repository's, may say that files are modules.
  await writeFile(join(cacheDir, 'package.json'), '{ "type": "commonjs" }\n')
  await keptFolder(folder, async (making) => {
    await docusaurus(making, engine)
    await precompress(making, PLACEHOLDER_ORIGIN)
  })
  await dropOldSites(cacheDir)
  return folder
}

/** What pages need beside their text: results of the examples, and the engine, whose folder is returned. */
async function preparePages({ cacheDir, onProgress }: SiteOptions, which: 'stale' | 'missing' = 'stale'): Promise<string> {
  const engine = await preparePageEngine(cacheDir, onProgress)
  const outcomes = await runExamples({
    only: which,
    cacheDir,
    onBegin: (file, index, total) => onProgress(`example ${file} (${index + 1} of ${total})`),
  })
  for (const { file, problem } of outcomes) if (problem) process.stderr.write(`${file}: ${problem}\n`)
  return engine
}

async function docusaurus(outDir: string, engine: string): Promise<void> {
  const generated = join('.docusaurus', `site-${process.pid}`)
  const child = spawn(process.execPath, [join(REPOSITORY, 'node_modules/@docusaurus/core/bin/docusaurus.mjs'), 'build', '--out-dir', outDir], {
    cwd: DOCS,
    env: {
      ...process.env,
      NODE_ENV: 'production', // whatever the process that asks runs as, a test for one
      NODE_NO_WARNINGS: '1',
      CREDENCE_PAGE_ENGINE: engine,
      CREDENCE_SITE_URL: process.env.CREDENCE_SITE_URL ?? PLACEHOLDER_ORIGIN,
      // Builds at the same time must not share it.
      DOCUSAURUS_GENERATED_FILES_DIR_NAME: generated,
      // A bundle that another build kept names the files of that build.
      DOCUSAURUS_NO_PERSISTENT_CACHE: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  const code = await new Promise<number | null>((end, fail) => child.once('error', fail).once('close', end))
  await rm(join(DOCS, generated), { recursive: true, force: true })
  if (code === 0) return
  await rm(outDir, { recursive: true, force: true })
  throw new Error(`the site does not build (exit code ${code}):\n${said}`)
}

/** Copies the site that was built in one cache folder to another, where it is not built again. */
export async function adoptSite(from: string, cacheDir: string): Promise<void> {
  for (const name of (await readdir(from)).filter((each) => SITE_FOLDER.test(each))) {
    const folder = join(cacheDir, name)
    if (existsSync(folder)) continue
    await keptFolder(folder, (making) => cp(join(from, name), making, { recursive: true }))
    await dropOldSites(cacheDir)
  }
}

const SITE_FOLDER = /^site-[0-9a-f]{16}$/
const dropOldSites = (cacheDir: string) => keepLast(cacheDir, SITE_FOLDER, KEPT_SITES + 1) // those of earlier sources beside the present one's

/** The platform holds the other end of our standard input and never writes: when it closes, the platform is gone, however it went. */
function endWithPlatform(): void {
  process.stdin
    .resume()
    .once('close', () => process.kill(-process.pid, 'SIGKILL'))
    .unref() // it does not keep a finished build
}

if (import.meta.main) {
  if (process.argv.includes('--end-with-stdin')) endWithPlatform()
  process.chdir(REPOSITORY)
  await mkdir(CACHE, { recursive: true })
  const onProgress = (what: string) => console.log(`preparing: ${what}`)
  if (process.argv.includes('--prepare')) console.log(`engine: ${await preparePages({ cacheDir: CACHE, onProgress }, 'missing')}`)
  else console.log(`site: ${await buildSite({ cacheDir: CACHE, onProgress })}`)
}
