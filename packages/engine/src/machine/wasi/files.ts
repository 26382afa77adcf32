// The files a program sees: a tree in memory whose root is its working directory. There are no links and no devices but those of
// `descriptors.ts`; `..` at the root stays there, as in POSIX. All bytes that a run adds count against one limit.
import type { Files } from '../../types.ts'
import { WasiError } from './errno.ts'

export interface FileNode {
  readonly kind: 'file'
  readonly inode: number
  /** The contents are the first `size` bytes; what follows is spare and zero. */
  buffer: Uint8Array
  size: number
  /** True once the run has written, cut or made it; before that `buffer` belongs to the caller and is not written to. */
  changed: boolean
  /** A file without a name lives, and counts, until its last descriptor is closed. */
  named: boolean
  descriptors: number
  modified: bigint // nanoseconds since 1970
}
export interface DirectoryNode {
  readonly kind: 'directory'
  readonly inode: number
  readonly entries: Map<string, FileNode | DirectoryNode>
  parent: DirectoryNode
  modified: bigint
}
export type TreeNode = FileNode | DirectoryNode

/** Where a path leads: the directory that holds its last part, and what is there now. */
export interface Place {
  readonly directory: DirectoryNode
  /** '' when the path names `directory` itself (".", "/", "a/.."). */
  readonly name: string
  readonly node: TreeNode | undefined
  readonly trailingSlash: boolean
}

const NEW_ENTRIES_MAX = 10_000
const NAME_MAX = 255
/** Bytes of a path, as on Linux. */
export const PATH_MAX = 4096

export class FileTree {
  readonly root: DirectoryNode
  readonly #limit: number
  readonly #overLimit: () => never
  readonly #now: () => bigint
  #added = 0 // bytes above what the run began with
  #entries = 0
  readonly #entriesMax: number
  #inodes = 0

  /**
   * @param files      what the working directory holds at the start
   * @param limit      bytes that the run may add
   * @param overLimit  called in place of a write that would pass the limit; does not return
   */
  constructor(files: Files, limit: number, overLimit: () => never, now: () => bigint) {
    this.#limit = limit
    this.#overLimit = overLimit
    this.#now = now
    this.root = this.#directory()
    for (const [path, bytes] of files) this.#plant(path, bytes)
    this.#entriesMax = this.#entries + NEW_ENTRIES_MAX
  }

  /** @throws WasiError noEntry, notDirectory, nameTooLong, invalid (a NUL in it) */
  locate(from: DirectoryNode, path: string): Place {
    if (path === '') throw new WasiError('noEntry')
    if (path.length > PATH_MAX) throw new WasiError('nameTooLong')
    if (path.includes('\0')) throw new WasiError('invalid')
    let directory = path.startsWith('/') ? this.root : from
    const parts = path.split('/').filter((part) => part !== '' && part !== '.')
    for (const part of parts.slice(0, -1)) directory = enter(directory, part)
    const name = parts.at(-1) ?? ''
    const trailingSlash = path.endsWith('/')
    if (name.length > NAME_MAX) throw new WasiError('nameTooLong')
    if (name === '..') return { directory: directory.parent, name: '', node: directory.parent, trailingSlash }
    const node = name === '' ? directory : directory.entries.get(name)
    if (trailingSlash && node?.kind === 'file') throw new WasiError('notDirectory')
    return { directory, name, node, trailingSlash }
  }

  makeFile({ directory, name, trailingSlash }: Place): FileNode {
    if (trailingSlash) throw new WasiError('isDirectory')
    const file: FileNode = {
      kind: 'file',
      inode: this.#inode(),
      buffer: new Uint8Array(0),
      size: 0,
      changed: true,
      named: true,
      descriptors: 0,
      modified: this.#now(),
    }
    this.#add(directory, name, file)
    return file
  }
  makeDirectory(place: Place): void {
    if (place.node) throw new WasiError('exists')
    this.#add(place.directory, place.name, this.#directory(place.directory))
  }
  removeFile({ directory, name, node }: Place): void {
    if (!node) throw new WasiError('noEntry')
    if (node.kind === 'directory') throw new WasiError('isDirectory')
    this.#drop(directory, name)
    node.named = false
    if (node.descriptors === 0) this.#added -= node.size
  }
  opened(file: FileNode): void {
    file.descriptors++
  }
  closed(file: FileNode): void {
    file.descriptors--
    if (!file.named && file.descriptors === 0) this.#added -= file.size
  }
  removeDirectory({ directory, name, node }: Place): void {
    if (!node) throw new WasiError('noEntry')
    if (node.kind === 'file') throw new WasiError('notDirectory')
    if (name === '') throw new WasiError('busy')
    if (node.entries.size > 0) throw new WasiError('notEmpty')
    this.#drop(directory, name)
  }
  /** Moves `from` over `to`, as rename(2): a file replaces a file, a directory an empty directory. */
  rename(from: Place, to: Place): void {
    if (!from.node) throw new WasiError('noEntry')
    if (from.name === '' || to.name === '') throw new WasiError('busy')
    if (from.node === to.node) return
    if (from.node.kind === 'directory' && isWithin(to.directory, from.node)) throw new WasiError('invalid')
    if (to.node && to.node.kind !== from.node.kind) throw new WasiError(to.node.kind === 'file' ? 'notDirectory' : 'isDirectory')
    if (to.node?.kind === 'file') this.removeFile(to)
    if (to.node?.kind === 'directory') this.removeDirectory(to)
    this.#drop(from.directory, from.name)
    this.#add(to.directory, to.name, from.node)
    if (from.node.kind === 'directory') from.node.parent = to.directory
    markChanged(from.node)
  }

  read(file: FileNode, offset: number, into: Uint8Array): number {
    const part = file.buffer.subarray(Math.min(offset, file.size), Math.min(offset + into.length, file.size))
    into.set(part)
    return part.length
  }
  write(file: FileNode, offset: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.resize(file, Math.max(file.size, offset + bytes.length))
    file.buffer.set(bytes, offset)
  }
  /** Cuts the file or extends it with zeros. */
  resize(file: FileNode, size: number): void {
    if (this.#added + size - file.size > this.#limit) this.#overLimit()
    if (size > file.buffer.length || !file.changed) {
      const larger = zeros(Math.max(size, Math.min(2 * file.buffer.length, file.buffer.length + 16_777_216), 256))
      larger.set(file.buffer.subarray(0, file.size))
      file.buffer = larger
    }
    if (size < file.size) file.buffer.fill(0, size, file.size)
    this.#added += size - file.size
    file.size = size
    this.#touch(file)
  }

  /** The files that the run made or changed, by path; without those so deep that no path leads there. */
  changed(): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>()
    const waiting: [prefix: string, DirectoryNode][] = [['', this.root]]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [prefix, directory] = next
      for (const [name, node] of directory.entries) {
        const path = prefix + name
        if (path.length > PATH_MAX) continue
        if (node.kind === 'directory') waiting.push([`${path}/`, node])
        else if (node.changed) found.set(path, node.buffer.subarray(0, node.size))
      }
    }
    return found
  }

  #plant(path: string, bytes: Uint8Array): void {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.')
    const name = parts.pop()
    if (name === undefined || name === '..' || parts.includes('..'))
      throw new RangeError(`files: "${path}" is not a path inside the working directory`)
    let directory = this.root
    for (const part of parts) {
      const next = directory.entries.get(part) ?? this.#directory(directory)
      if (next.kind === 'file') throw new RangeError(`files: "${path}" lies below a file`)
      if (!directory.entries.has(part)) this.#entries++
      directory.entries.set(part, next)
      directory = next
    }
    const file: FileNode = {
      kind: 'file',
      inode: this.#inode(),
      buffer: bytes,
      size: bytes.length,
      changed: false,
      named: true,
      descriptors: 0,
      modified: this.#now(),
    }
    directory.entries.set(name, file)
    this.#entries++
  }
  #directory(parent?: DirectoryNode): DirectoryNode {
    const made = { kind: 'directory', inode: this.#inode(), entries: new Map(), modified: this.#now() } as Omit<DirectoryNode, 'parent'>
    return Object.assign(made, { parent: parent ?? (made as DirectoryNode) })
  }
  #add(directory: DirectoryNode, name: string, node: TreeNode): void {
    if (this.#entries >= this.#entriesMax) throw new WasiError('noSpace')
    this.#entries++
    directory.entries.set(name, node)
    directory.modified = this.#now()
  }
  #drop(directory: DirectoryNode, name: string): void {
    if (directory.entries.delete(name)) this.#entries--
    directory.modified = this.#now()
  }
  #touch(file: FileNode): void {
    file.changed = true
    file.modified = this.#now()
  }
  #inode(): number {
    return ++this.#inodes
  }
}

/** @throws WasiError noSpace */
function zeros(bytes: number): Uint8Array {
  try {
    return new Uint8Array(bytes)
  } catch {
    throw new WasiError('noSpace') // the machine has no more
  }
}
function enter(directory: DirectoryNode, part: string): DirectoryNode {
  if (part === '..') return directory.parent
  const node = directory.entries.get(part)
  if (!node) throw new WasiError('noEntry')
  if (node.kind === 'file') throw new WasiError('notDirectory')
  return node
}
function isWithin(directory: DirectoryNode, outer: DirectoryNode): boolean {
  for (let at = directory; ; at = at.parent) {
    if (at === outer) return true
    if (at === at.parent) return false
  }
}
function markChanged(moved: TreeNode): void {
  const nodes = [moved]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.kind === 'file') node.changed = true
    else nodes.push(...node.entries.values())
  }
}
