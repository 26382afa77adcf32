// The runner in a folder of its own, the only one that its process may read: one script, made of our modules, and what V8 compiled of it, so that the
// process neither looks for eighty files nor compiles them. Made on first use, kept under a name made of its contents.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keptFolder } from '../../kept/node/folder.ts'
import { bundle, sourcesOf, withSources } from './bundle.ts'

export const ENTRY = '0.mjs'
const SCRIPT = 'runner.js'
const MAP = `${SCRIPT}.map`
/** Answers of laws, which a rehearsal leaves for those that follow beside the code of the script, `codeFile`. */
export const LAWS_FILE = 'laws'

/** Half a file after a power cut would be believed. */
const FLUSHED = { flush: true } as const
/** The first argument names the code. V8 itself refuses that of another version, of other flags or of another script. */
const START = `import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
const read = (name) => { try { return readFileSync(new URL(name, import.meta.url)) } catch { return undefined } }
const script = new Script(read('${SCRIPT}').toString(), { filename: '${SCRIPT}', cachedData: read(process.argv[2]) })
script.runInThisContext()(process.getBuiltinModule).main(read('${LAWS_FILE}'), () => script.createCachedData(), new URL(import.meta.url))
`

/** @returns the folder; its entry is `ENTRY` */
export async function prepareRunner(cacheDir: string): Promise<string> {
  const runner = fileURLToPath(new URL('./runner.ts', import.meta.url))
  const bundler = fileURLToPath(new URL('./bundle.ts', import.meta.url))
  const hash = createHash('sha256').update(process.version).update(START)
  for (const text of [readFileSync(bundler, 'utf8'), ...sourcesOf(runner)]) hash.update(`${text}\0`)
  const folder = join(cacheDir, `runner-${hash.digest('hex').slice(0, 16)}`)
  return keptFolder(folder, async (draft) => {
    const { code, map } = await bundle(runner)
    await writeFile(join(draft, SCRIPT), code, FLUSHED)
    await writeFile(join(draft, MAP), map, FLUSHED)
    await writeFile(join(draft, ENTRY), START, FLUSHED)
  })
}

/** Adds a file to the folder, whole or not at all: processes may start meanwhile. */
export async function addFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const draft = join(folder, `${name}.${process.pid}`)
  await writeFile(draft, bytes, FLUSHED)
  await rename(draft, join(folder, name))
}

/** What a runner of this folder says of a fault, with the lines of our sources. */
export function faultInSources(folder: string, text: string): string {
  try {
    return withSources(readFileSync(join(folder, MAP), 'utf8'), SCRIPT, text)
  } catch {
    return text // the folder is gone: the fault matters more
  }
}
