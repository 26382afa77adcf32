// Names and paths in one's own storage. The platform has the last word; what it would refuse is told before.
import { LIMITS } from '@credence/contract'

export const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)
export const nameOf = (path: string): string => {
  const plain = path.replace(/\/$/, '')
  return plain.slice(plain.lastIndexOf('/') + 1)
}
export const folderOf = (path: string): string => {
  const plain = path.replace(/\/$/, '')
  return plain.slice(0, Math.max(0, plain.lastIndexOf('/')))
}
export const isFolder = (path: string): boolean => path.endsWith('/')

/** What is wrong with the name of a new folder or file; empty where nothing is. */
export function nameFault(name: string): string {
  if (name === '') return 'Type a name.'
  if (name === '.' || name === '..' || name.includes('/')) return 'A name is not “.” or “..”, and has no slash.'
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'A name has no control characters.'
  const bytes = new TextEncoder().encode(name).length
  return bytes > LIMITS.files.nameBytes ? `A name has at most ${LIMITS.files.nameBytes} bytes; this one has ${bytes}.` : ''
}

/** Another name for a file whose own is taken: `run (2).csv`. */
export function otherName(path: string, isTaken: (path: string) => boolean): string {
  const [folder, name] = [folderOf(path), nameOf(path)]
  const [, stem = name, end = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? []
  for (let number = 2; ; number++) {
    const other = join(folder, `${stem} (${number})${end}`)
    if (!isTaken(other)) return other
  }
}

const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
}
const endOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
/** How a file can be looked at, by the end of its name. */
export function kindOf(path: string): { readonly kind: 'image'; readonly type: string } | { readonly kind: 'csv' | 'text' } {
  const type = IMAGES[endOf(path)]
  if (type) return { kind: 'image', type }
  return { kind: ['csv', 'tsv'].includes(endOf(path)) ? 'csv' : 'text' }
}
