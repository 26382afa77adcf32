// Builds of the small sites, by content: a variant is built again when the fixtures or the packages that build them have changed. What a mistaken
// one says is kept as well, once it is what it should say.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { keptFolder } from '@credence/engine/kept'
import { CACHE } from '../../../tools/cache.ts'
import { buildFixture, ROOT } from './built-site.ts'

const KEPT = join(CACHE, 'fixtures')

/**
 * The folder of the built site.
 * @param below  path inside the folder that holds the site, as for one with a base address
 * @throws Error with the build's output when it fails
 */
export async function keptFixture(siteFolder: string, variant: string, below = ''): Promise<string> {
  const folder = await placeOf(siteFolder, variant)
  // Docusaurus runs the pages that it bundled as CommonJS; the package.json of this repository says that files are modules.
  await writeFile(join(KEPT, 'package.json'), '{ "type": "commonjs" }\n')
  return keptFolder(folder, async (making) => {
    await buildFixture(siteFolder, join(making, below), { FIXTURE: variant })
  })
}

/** What the build of a mistaken variant says, if it says this. @throws Error if it succeeds, or with what it says instead */
export async function keptFailure(siteFolder: string, variant: string, expected: RegExp): Promise<string> {
  const file = await placeOf(siteFolder, variant)
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (expected.test(kept)) return kept
  const making = `${file}.${process.pid}`
  const said = await buildFixture(siteFolder, making, { FIXTURE: variant }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  await rm(making, { recursive: true, force: true })
  if (said === undefined) throw new Error(`the fixture '${variant}' builds`)
  if (!expected.test(said)) throw new Error(said)
  await writeFile(file, said)
  return said
}

/** Where the variant is kept; what earlier fixtures left of it goes. */
async function placeOf(siteFolder: string, variant: string): Promise<string> {
  const digest = createHash('sha256').update(await readFile(join(ROOT, 'package-lock.json')))
  const entries = await readdir(siteFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sources = files.filter((path) => !path.includes('.docusaurus')).sort()
  for (const path of sources) digest.update(`${relative(siteFolder, path)}\0`).update(await readFile(path))
  const name = `${variant.replaceAll(' ', '-')}-`
  const current = `${name}${digest.digest('hex').slice(0, 16)}`
  await mkdir(KEPT, { recursive: true })
  for (const old of await readdir(KEPT)) if (old.startsWith(name) && old !== current) await rm(join(KEPT, old), { recursive: true, force: true })
  return join(KEPT, current)
}
