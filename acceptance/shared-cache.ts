// What platforms of the acceptance suites share with `npm run examples` and the tests: the parts of the engine that are named by their content are
// made once. Builds of programs are each platform's own, and so is the site unless it is lent.
import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adoptSite } from '../tools/build-site.ts'
import { CACHE } from '../tools/cache.ts'

const PREPARED = /^(runtime-|library-|fortran-|iostream-|page-engine-|console-|machine\/runner-)[\w.-]+(?<!\.\d+)$/ // a draft ends in the number of its process

/** Puts what is prepared into the home of a platform that was never started. */
export async function lendParts(home: string): Promise<void> {
  const [parts, machine] = await Promise.all([CACHE, join(CACHE, 'machine')].map((folder) => readdir(folder).catch(() => [])))
  const names = [...parts!, ...machine!.map((name) => `machine/${name}`)].filter((name) => PREPARED.test(name))
  const filter = (path: string) => !/\.\d+$/.test(path) // drafts inside of a folder
  for (const name of names) await cp(join(CACHE, name), join(home, 'cache', name), { recursive: true, filter })
}

/** Puts the site that `keepSite` kept into the home of a platform that was never started. */
export async function lendSite(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  await mkdir(join(home, 'cache'), { recursive: true })
  await adoptSite(CACHE, join(home, 'cache'))
}

/** Keeps the site that the platform built, for the tests of the documentation. */
export async function keepSite(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  await adoptSite(join(home, 'cache'), CACHE)
}
