// The working directory of a task: the inputs of its build and its data sources, each path once.
import type { StoredFile } from '@credence/engine'
import type { Mounts } from './mount.ts'

/** A path is a file or a directory: where both are asked for, the directory stays, and its owner is told. */
export function workingDirectory(
  inputs: ReadonlyMap<string, StoredFile>,
  mounts: Pick<Mounts, 'files' | 'folders' | 'notes'>,
): Pick<Mounts, 'files' | 'folders' | 'notes'> {
  const files = new Map([...inputs, ...mounts.files])
  const directories = new Set(mounts.folders.flatMap((folder) => [folder, ...above(folder)]))
  for (const path of files.keys()) for (const directory of above(path)) directories.add(directory)
  const hidden = [...files.keys()].filter((path) => directories.has(path))
  for (const path of hidden) files.delete(path)
  const more = hidden.length > 1 ? ` and ${hidden.length - 1} more` : ''
  const note = hidden.length === 0 ? [] : [`the file ${JSON.stringify(hidden[0])}${more} is left out: a directory has its name`]
  return { files, folders: mounts.folders, notes: [...mounts.notes, ...note] }
}

function above(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
