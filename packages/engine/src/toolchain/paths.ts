// Paths of the files of a build: relative to the build directory, with `/`; `../` leads to files of the repository above it.
// The compiler sees them below one root, so that no path reaches anything else.

/** Where the compiler finds things. The compiler's own files are below /usr. */
export const ROOTS = { work: '/w', headers: '/h', objects: '/o', parts: '/p' } as const

/** The path without `.`, inner `..` and doubled slashes; `../` stays only in front. Undefined: absolute, or nothing is left. */
export function normalise(path: string): string | undefined {
  if (path.startsWith('/')) return undefined
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else kept.push(part)
  }
  return kept.length === 0 ? undefined : kept.join('/')
}

/** How many folders above the build directory the files reach. */
export function foldersAbove(paths: Iterable<string>): number {
  let most = 0
  for (const path of paths) most = Math.max(most, /^(\.\.\/)*/.exec(path)![0].length / 3)
  return most
}

/** The build directory as the compiler sees it: deep enough below the root for every `../` of the files. */
export function buildDirectory(above: number): string {
  return ROOTS.work + '/d'.repeat(above)
}

/** A path of a file of the build as the compiler sees it. */
export function absolute(path: string, above: number): string {
  const up = foldersAbove([path])
  if (up > above) throw new RangeError(`'${path}' leaves the repository`)
  return `${buildDirectory(above - up)}/${path.slice(3 * up)}`
}

/** Names that the compiler's file system cannot hold, or that carry line ends into messages. */
export function isUsableName(path: string): boolean {
  return path.length <= 1000 && !/[\u0000-\u001f\u007f\\]/.test(path) && !path.split('/').includes('__proto__') && normalise(path) !== undefined
}

/**
 * The user's name of a file that debug information names; relative to the build directory, as compiler messages have it.
 * @param directory  the build directory as the compiler sees it
 * @returns          undefined for files of the platform
 */
export function repositoryPath(path: string, directory: string): string | undefined {
  if (path === '' || PLATFORM.test(path)) return undefined
  const printable = path.replace(/[\u0000-\u001f\u007f]/g, '\ufffd')
  const [folder, name] = folders(directory).find(([folder]) => printable.startsWith(folder)) ?? ['', '']
  return folder === '' && printable.startsWith('/') ? printable : normalise(name + printable.slice(folder.length))
}
const PLATFORM = new RegExp(`^(/usr|${ROOTS.headers}|${ROOTS.parts})/|^<`)

/** The compiler's words with the user's names of files. */
export function repositoryPaths(text: string, directory: string): string {
  const named = [...folders(directory), [`${ROOTS.headers}/`, ''] as const].reduce((text, [folder, name]) => text.replaceAll(folder, name), text)
  return named.replace(/(^|from )\.\//gm, '$1')
}

/** The build directory and the folders above it, as the compiler sees them, with the user's names of them. */
function folders(directory: string): (readonly [string, string])[] {
  const levels = directory.split('/').length - ROOTS.work.split('/').length
  return Array.from({ length: levels + 1 }, (_, up) => [`${buildDirectory(levels - up)}/`, '../'.repeat(up)] as const)
}
