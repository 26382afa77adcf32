// The site as `npm run site` builds it, once for all test files of a run: its folder is named by what went into it, so that an unchanged site is
// not built again; `npm test` finds the one that the platform of its acceptance suites built.
// CREDENCE_DOCS_BUILD names a folder that is already built.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildSite } from '../../../tools/build-site.ts'
import { CACHE } from '../../../tools/cache.ts'

export const ROOT = resolve(import.meta.dirname, '../../..')
const LONGEST_BUILD = 1_200_000 // ms

/** The folder of the built site. @throws Error with the build's output when it fails */
export async function builtSite(onProgress: (what: string) => void = () => {}): Promise<string> {
  const given = process.env.CREDENCE_DOCS_BUILD
  if (given) return resolve(given)
  await mkdir(CACHE, { recursive: true })
  const lock = join(CACHE, 'site-of-tests.lock')
  for (const began = Date.now(); ; await wait(500)) {
    const mine = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    )
    if (mine) {
      try {
        return await buildSite({ cacheDir: CACHE, onProgress })
      } finally {
        await rm(lock, { force: true })
      }
    }
    if ((await isDead(lock)) || Date.now() - began > LONGEST_BUILD) await rm(lock, { force: true })
  }
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

/** Builds the English pages of a small site whose folder holds its configuration; its generated files get a place of their own, so that builds may run beside each other. */
export async function buildFixture(siteFolder: string, outFolder: string, env: Record<string, string> = {}): Promise<string> {
  return run([join(ROOT, 'node_modules/@docusaurus/core/bin/docusaurus.mjs'), 'build', '--locale', 'en', '--out-dir', outFolder], siteFolder, {
    DOCUSAURUS_GENERATED_FILES_DIR_NAME: join('.docusaurus', `test-${process.pid}`),
    DOCUSAURUS_NO_PERSISTENT_CACHE: 'true', // a bundle that another build kept names the files of that build
    NODE_ENV: 'production',
    ...env,
  })
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
