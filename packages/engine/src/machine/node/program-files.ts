// The runner as plain JavaScript in a folder of its own: what the child process may read is this folder and nothing else, and it starts in a third
// of the time that stripping types in the child would take. Made on first use, kept under a name made of its contents.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const SPECIFIER = /(\bfrom\s*|\bimport\s*)(['"])(\.{1,2}\/[^'"]+\.ts|@credence\/[a-z-]+)\2/g

/** @returns the folder; its entry is `ENTRY` */
export async function prepareRunner(cacheDir: string): Promise<string> {
  const files = await collectFiles(fileURLToPath(new URL('./runner.ts', import.meta.url)))
  const hash = createHash('sha256')
  for (const [name, text] of files) hash.update(`${name}\0${text}\0`)
  const folder = join(cacheDir, `runner-${hash.digest('hex').slice(0, 16)}`)
  if (await exists(join(folder, ENTRY))) return folder
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true })
  for (const [name, text] of files) await writeFile(join(draft, name), text)
  await rename(draft, folder).catch(async (error) => {
    await rm(draft, { recursive: true })
    if (!(await exists(join(folder, ENTRY)))) throw error // else another process was faster
  })
  return folder
}
export const ENTRY = '0.mjs'

/** The entry and all that it imports, by their new names, types stripped and imports renamed. Node's own modules stay. */
async function collectFiles(entry: string): Promise<Map<string, string>> {
  const names = new Map([[entry, ENTRY]])
  const files = new Map<string, string>()
  const nameOf = (path: string): string => {
    if (!names.has(path)) names.set(path, `${names.size}.mjs`)
    return names.get(path)!
  }
  for (const [path, name] of names) {
    const code = withoutTypes(await readFile(path, 'utf8'))
    const renamed = code.replace(SPECIFIER, (_, keyword, quote, specifier) => `${keyword}${quote}./${nameOf(locate(specifier, path))}${quote}`)
    files.set(name, renamed)
  }
  return files
}
function locate(specifier: string, from: string): string {
  return specifier.startsWith('.') ? resolve(dirname(from), specifier) : createRequire(from).resolve(specifier)
}
/** Imports of types alone vanish with the types, so that files which hold only types are not followed. */
function withoutTypes(code: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {} // Node calls this function experimental once per process, on the user's terminal
  try {
    return stripTypeScriptTypes(code, { mode: 'strip' })
  } finally {
    process.emitWarning = emitWarning
  }
}
async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
