// Which files of a repository are sources, by paths as the build has them, and which are the working directory of its tasks.
import { SourceFault } from './fault.ts'

const INPUTS = 'inputs/'

export interface Layout<Thing> {
  /** Relative to the build directory; `../` leads to the rest of the repository. */
  readonly sources: Map<string, Thing>
  /** Relative to `inputs/`. */
  readonly inputs: Map<string, Thing>
  /** Left out, since no compiler could be given their names. */
  readonly unusable: string[]
}

/** A tree that no git wrote may have folders called `..`, which would lead out of the build directory and of the working directory of tasks. */
const isUnusable = (path: string): boolean =>
  /[\u0000-\u001f\u007f\\\ufffd]/.test(path) || path.length > 900 || path.split('/').some((name) => name === '' || name === '.' || name === '..')

/** @throws SourceFault  there is no such build directory */
export function layOut<Thing>(files: ReadonlyMap<string, Thing>, buildDirectory: string): Layout<Thing> {
  const parts = buildDirectory.split('/').filter((part) => part !== '' && part !== '.')
  const folder = parts.map((part) => `${part}/`).join('')
  const layout: Layout<Thing> = { sources: new Map(), inputs: new Map(), unusable: [] }
  for (const [path, thing] of files) {
    if (isUnusable(path)) layout.unusable.push(path)
    else if (path.startsWith(folder) && !(folder === '' && path.startsWith(INPUTS))) layout.sources.set(path.slice(folder.length), thing)
    else if (!path.startsWith(INPUTS)) layout.sources.set('../'.repeat(parts.length) + path, thing)
    if (path.startsWith(INPUTS) && !layout.unusable.includes(path)) layout.inputs.set(path.slice(INPUTS.length), thing)
  }
  if (folder !== '' && ![...files.keys()].some((path) => path.startsWith(folder)))
    throw new SourceFault(`the repository has no directory '${folder.slice(0, -1)}'`)
  return layout
}
