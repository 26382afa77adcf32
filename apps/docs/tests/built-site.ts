// The site, built once for all test files of a run: the folder's name holds what went into it, so that an unchanged site is not built again.
// CREDENCE_DOCS_BUILD names a folder that is already built.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const SITE = resolve(import.meta.dirname, '..')
const ROOT = resolve(SITE, '../..')
const SOURCES = [
  ...['docs', 'plugins', 'src', 'sidebars', 'static', '.examples', 'docusaurus.config.ts'].map((name) => join(SITE, name)),
  ...['contract', 'distribution', 'engine', 'plot', 'search', 'ui'].map((name) => join(ROOT, 'packages', name, 'src')),
  ...['apps/cli/src', 'bench/methods.json', 'CHANGELOG.md'].map((name) => join(ROOT, name)),
]
const LONGEST_BUILD = 300_000 // ms

/** The folder of the built site. @throws Error with the build's output when it fails */
export async function builtSite(): Promise<string> {
  const given = process.env.CREDENCE_DOCS_BUILD
  if (given) return resolve(given)
  if (!existsSync(join(SITE, '.examples'))) await run([join(ROOT, 'tools/examples.ts'), '--update'], ROOT, {})
  const folder = join(tmpdir(), `credence-docs-${await fingerprint(SOURCES)}`)
  const lock = `${folder}.lock`
  for (const started = Date.now(); !existsSync(folder); await wait(500)) {
    const mine = await mkdir(lock).then(
      () => true,
      () => false,
    )
    if (mine) {
      try {
        if (!existsSync(folder)) await build(folder)
      } finally {
        await rm(lock, { recursive: true })
      }
    } else if (Date.now() - started > LONGEST_BUILD) throw new Error(`another build holds ${lock}`)
  }
  return folder
}

/** Builds a site: `siteFolder` holds its configuration; its generated files get a place of their own, so that builds may run beside each other. */
export async function buildSite(siteFolder: string, outFolder: string, env: Record<string, string> = {}): Promise<string> {
  return run([join(ROOT, 'node_modules/@docusaurus/core/bin/docusaurus.mjs'), 'build', '--out-dir', outFolder], siteFolder, {
    DOCUSAURUS_GENERATED_FILES_DIR_NAME: join('.docusaurus', `test-${process.pid}`),
    DOCUSAURUS_NO_PERSISTENT_CACHE: 'true', // a bundle that another build kept names the files of that build
    NODE_ENV: 'production',
    ...env,
  })
}

async function build(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  try {
    await buildSite(SITE, unfinished)
    await rename(unfinished, folder)
  } finally {
    await rm(join(SITE, '.docusaurus', `test-${process.pid}`), { recursive: true, force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function fingerprint(places: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const place of places) {
    const names = (await stat(place)).isDirectory() ? (await readdir(place, { recursive: true })).sort() : ['']
    for (const name of names) {
      const { mtimeMs, size } = await stat(join(place, name))
      hash.update(`${place}/${name} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** What the script printed. @throws Error with that text when it fails */
function run(args: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', fail)
    child.on('close', (status) => (status === 0 ? done(output) : fail(new Error(`${args[0]} ${args[1] ?? ''} failed:\n${output}`))))
  })
}
