// What to build and run, read from disk: one source file, a folder of sources, or a repository with src/ and inputs/.
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../command.ts'

export interface Project {
  /** Files by path relative to the build directory; `../` leads to the rest of a repository. */
  readonly files: Map<string, Uint8Array>
  /** The working directory of a run. */
  readonly inputs: Map<string, Uint8Array>
  /** Where all of them were found: a change of what is read here changes the project. */
  readonly folders: ReadonlySet<string>
}

/** Above this, a folder is not a program's sources but somebody's home. */
const MOST_BYTES = 256_000_000
const SOURCE = /\.(c|cc|cpp|c\+\+|cp|cxx|C|CPP)$|\.(f|for|f77|f90|f95|f03|f08|f18)$/i
const HEADER = /\.(h|hh|hpp|hxx|h\+\+|inc|ipp|tpp|fi|fh)$/i

/**
 * @param inputsFolder instead of the `inputs/` of a repository
 * @throws UsageError if there is nothing to build at the path
 */
export async function readProject(target: string, inputsFolder?: string): Promise<Project> {
  const kind = await kindOf(target)
  if (kind === undefined) throw new UsageError(`${target} does not exist. Give a C, C++ or Fortran file, or a folder of them.`)
  const folders = new Set<string>()
  if (kind === 'file') return { files: await readSource(target, folders), inputs: await readInputs(inputsFolder, folders), folders }
  const isRepository = (await kindOf(path.join(target, 'src'))) === 'folder'
  const files = isRepository ? await readRepository(target, folders) : await readFolder(target, folders)
  if (![...files.keys()].some((name) => !name.startsWith('../') && (SOURCE.test(name) || name === 'config.mk'))) {
    throw new UsageError(`there is no C, C++ or Fortran file in ${isRepository ? path.join(target, 'src') : target}`)
  }
  const own = path.join(target, 'inputs')
  return { files, inputs: await readInputs(inputsFolder ?? ((await kindOf(own)) === 'folder' ? own : undefined), folders), folders }
}

async function kindOf(target: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(target)).isDirectory() ? 'folder' : 'file'
  } catch {
    return undefined
  }
}

/** One source under its own name, so that messages name it, and the headers next to it. */
async function readSource(target: string, folders: Set<string>): Promise<Map<string, Uint8Array>> {
  if (!SOURCE.test(target)) throw new UsageError(`${target} is no C, C++ or Fortran source: its name should end in .c, .cc, .cpp, .cxx, .f90 or .f`)
  const folder = path.dirname(target)
  folders.add(folder).add(path.dirname(await realpath(target)))
  const names = [path.basename(target), ...(await readdir(folder)).filter((name) => HEADER.test(name))]
  const files = new Map<string, Uint8Array>()
  for (const name of names) if ((await kindOf(path.join(folder, name))) === 'file') files.set(name, await readFile(path.join(folder, name)))
  return files
}

async function readRepository(root: string, folders: Set<string>): Promise<Map<string, Uint8Array>> {
  const all = await readFolder(root, folders)
  const files = new Map<string, Uint8Array>()
  for (const [name, bytes] of all) {
    if (name.startsWith('src/')) files.set(name.slice('src/'.length), bytes)
    else if (!name.startsWith('inputs/')) files.set(`../${name}`, bytes)
  }
  return files
}

async function readInputs(folder: string | undefined, folders: Set<string>): Promise<Map<string, Uint8Array>> {
  if (folder === undefined) return new Map()
  if ((await kindOf(folder)) !== 'folder') throw new UsageError(`--inputs names a folder, and ${folder} is none`)
  return readFolder(folder, folders)
}

/** Every file below a folder, but what is hidden. Links are followed as long as they stay below it. */
async function readFolder(root: string, folders: Set<string>): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  const realRoot = await realpath(root)
  let bytes = 0
  async function visit(current: string, prefix: string, above: readonly string[]): Promise<void> {
    const here = await realpath(current)
    if (above.includes(here)) return // a link to a folder that holds it
    folders.add(here)
    for (const name of (await readdir(current)).toSorted()) {
      if (name.startsWith('.') || name === 'node_modules') continue
      const target = path.join(current, name)
      const real = await realpath(target).catch(() => undefined)
      if (real === undefined) continue // a link to nothing
      if (path.relative(realRoot, real).startsWith('..')) throw new UsageError(`the link ${target} leads out of ${root}`)
      if ((await kindOf(target)) === 'folder') {
        await visit(target, `${prefix}${name}/`, [...above, here])
        continue
      }
      bytes += (await stat(target)).size
      if (bytes > MOST_BYTES) throw new UsageError(`${root} holds more than ${MOST_BYTES / 1e6} MB; give the folder of the program alone`)
      files.set(prefix + name, await readFile(target))
    }
  }
  await visit(root, '', [])
  return files
}
