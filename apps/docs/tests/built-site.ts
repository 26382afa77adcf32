// The site, built once for all test files of a run: the folder's name holds what went into it, so that an unchanged site is not built again.
// It lies in the folder of caches that git ignores, with those of the last sources before it.
// CREDENCE_DOCS_BUILD names a folder that is already built.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const SITE = resolve(import.meta.dirname, '..')
const ROOT = resolve(SITE, '../..')
const SOURCES = [
  ...['docs', 'plugins', 'src', 'sidebars', 'static', '.examples', 'docusaurus.config.ts'].map((name) => join(SITE, name)),
  ...['contract', 'distribution', 'engine', 'plot', 'search', 'ui'].map((name) => join(ROOT, 'packages', name, 'src')),
  ...['apps/cli/src', 'bench/methods.json', 'CHANGELOG.md'].map((name) => join(ROOT, name)),
]
const SITES = join(ROOT, '.credence/test-cache')
const LONGEST_BUILD = 600_000 // ms
const KEPT_SITES = 2 // beside the current one, as another run may still look at one

/** The folder of the built site. @throws Error with the build's output when it fails */
export async function builtSite(): Promise<string> {
  const given = process.env.CREDENCE_DOCS_BUILD
  if (given) return resolve(given)
  if (!existsSync(join(SITE, '.examples'))) await run([join(ROOT, 'tools/examples.ts'), '--update'], ROOT, {})
  await mkdir(SITES, { recursive: true })
  // Docusaurus runs the pages that it bundled as CommonJS; the package.json of this repository says that files are modules.
  await writeFile(join(SITES, 'package.json'), '{ "type": "commonjs" }\n')
  const folder = join(SITES, `docs-${await fingerprint(SOURCES)}`)
  const lock = `${folder}.lock`
  for (const began = Date.now(); !existsSync(folder); await wait(500)) {
    const mine = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    )
    if (mine) {
      try {
        if (!existsSync(folder)) await build(folder)
      } finally {
        await rm(lock, { force: true })
      }
    } else if ((await isDead(lock)) || Date.now() - began > LONGEST_BUILD) await rm(lock, { force: true })
  }
  return folder
}

/** Whether the process that holds the lock was ended before it could give it back. */
async function isDead(lock: string): Promise<boolean> {
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (!owner) return false
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
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
  const unfinished = `${folder}.${process.pid}`
  try {
    await buildSite(SITE, unfinished)
    await rename(unfinished, folder).catch((error) => {
      if (!existsSync(folder)) throw error // another run was first
    })
    await dropOldSites(folder)
  } finally {
    await rm(join(SITE, '.docusaurus', `test-${process.pid}`), { recursive: true, force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function dropOldSites(current: string): Promise<void> {
  const others = (await readdir(SITES)).filter((name) => /^docs-[0-9a-f]{16}$/.test(name) && join(SITES, name) !== current)
  const dated = await Promise.all(others.map(async (name) => ({ name, at: (await stat(join(SITES, name))).mtimeMs })))
  for (const { name } of dated.sort((a, b) => b.at - a.at).slice(KEPT_SITES)) await rm(join(SITES, name), { recursive: true, force: true })
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
