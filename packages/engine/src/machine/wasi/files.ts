// The files a program sees: a tree whose root is its working directory, in memory, with the contents of large files on a disk where there is one. There
// are no links and no devices but those of `descriptors.ts`; `..` at the root stays there, as in POSIX. All bytes that a run adds count against one limit.
import { type Contents, InMemory, OnDisk } from './contents.ts'
import type { Placed, Space } from './disk.ts'
import { WasiError } from './errno.ts'

export interface FileNode {
  readonly kind: 'file'
  readonly inode: number
  contents: Contents
  readonly size: number
  /** True once the run has written, cut or made it. */
  changed: boolean
  /** False: nothing in it can be a handle. Of files on a disk, which are long to look through. */
  mayHoldHandles: boolean
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
/** Where there is a disk, of one file in memory, and of all together. */
const FILE_IN_MEMORY = 1 << 20
export const ALL_IN_MEMORY = 1 << 24

/** What the working directory holds at the start. */
export interface Given {
  readonly files: ReadonlyMap<string, Uint8Array | Placed>
  /** Directories that are there whatever they hold. */
  readonly folders?: readonly string[]
  /** Absent: all is in memory. */
  readonly space?: Space | undefined
}

export class FileTree {
  readonly root: DirectoryNode
  readonly #limit: number
  readonly #overLimit: () => never
  readonly #now: () => bigint
  #added = 0 // bytes above what the run began with
  #entries = 0
  readonly #entriesMax: number
  #inodes = 0
  readonly #space: Space | undefined
  #held = 0 // bytes of memory that the run has written

  /**
   * @param limit      bytes that the run may add
   * @param overLimit  called in place of a write that would pass the limit; does not return
   */
  constructor({ files, folders = [], space }: Given, limit: number, overLimit: () => never, now: () => bigint) {
    this.#limit = limit
    this.#overLimit = overLimit
    this.#now = now
    this.#space = space
    this.root = this.#directory()
    for (const path of folders) this.#plantFolders(path.split('/'), path)
    for (const [path, contents] of files) this.#plant(path, contents)
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
    const file = this.#file(new InMemory(new Uint8Array(0)), true)
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
    if (node.descriptors === 0) this.#forget(node)
  }
  opened(file: FileNode): void {
    file.descriptors++
  }
  closed(file: FileNode): void {
    file.descriptors--
    if (!file.named && file.descriptors === 0) this.#forget(file)
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
    return file.contents.read(offset, into)
  }
  write(file: FileNode, offset: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.resize(file, Math.max(file.size, offset + bytes.length))
    file.contents.write(offset, bytes)
    if (file.contents instanceof OnDisk) file.mayHoldHandles ||= couldHoldHandles(bytes)
  }
  /** Cuts the file or extends it with zeros. */
  resize(file: FileNode, size: number): void {
    const added = size - file.size
    if (this.#added + added > this.#limit) this.#overLimit()
    const before = file.contents.held
    if (this.#space && file.contents instanceof InMemory && (size > FILE_IN_MEMORY || this.#held - before + size > ALL_IN_MEMORY)) {
      const bytes = file.contents.whole()
      file.mayHoldHandles = couldHoldHandles(bytes)
      file.contents = moved(bytes, this.#space, size)
    }
    file.contents.resize(size)
    this.#held += file.contents.held - before
    this.#added += added
    this.#touch(file)
  }

  /** The files that the run made or changed, by path; without those so deep that no path leads there. */
  changed(): Map<string, Uint8Array | Placed> {
    return new Map([...this.#changed()].map(([path, { contents }]) => [path, contents.whole()] as const))
  }
  /** Of these, what may hold handles. */
  changedWithHandles(): (Uint8Array | Placed)[] {
    return [...this.#changed().values()].filter((file) => file.mayHoldHandles).map(({ contents }) => contents.whole())
  }

  #changed(): Map<string, FileNode> {
    const found = new Map<string, FileNode>()
    const waiting: [prefix: string, DirectoryNode][] = [['', this.root]]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [prefix, directory] = next
      for (const [name, node] of directory.entries) {
        const path = prefix + name
        if (path.length > PATH_MAX) continue
        if (node.kind === 'directory') waiting.push([`${path}/`, node])
        else if (node.changed) found.set(path, node)
      }
    }
    return found
  }

  #plant(path: string, contents: Uint8Array | Placed): void {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.')
    const name = parts.pop()
    if (name === undefined || name === '..') throw new RangeError(`files: "${path}" is not a path inside the working directory`)
    const directory = this.#plantFolders(parts, path)
    if (directory.entries.get(name)?.kind === 'directory') throw new RangeError(`files: "${path}" is a directory`)
    const file = this.#file(contents instanceof Uint8Array ? new InMemory(contents) : new OnDisk(this.#disk(), contents), false)
    directory.entries.set(name, file)
    this.#entries++
  }
  #plantFolders(parts: readonly string[], path: string): DirectoryNode {
    if (parts.includes('..')) throw new RangeError(`files: "${path}" is not a path inside the working directory`)
    let directory = this.root
    for (const part of parts) {
      const next = directory.entries.get(part) ?? this.#directory(directory)
      if (next.kind === 'file') throw new RangeError(`files: "${path}" lies below a file`)
      if (!directory.entries.has(part)) this.#entries++
      directory.entries.set(part, next)
      directory = next
    }
    return directory
  }
  #disk(): Space {
    if (!this.#space) throw new RangeError('files: one on a disk that is not there')
    return this.#space
  }
  #file(contents: Contents, changed: boolean): FileNode {
    const modified = this.#now()
    return {
      kind: 'file',
      inode: this.#inode(),
      contents,
      get size() {
        return this.contents.size
      },
      changed,
      mayHoldHandles: contents instanceof InMemory,
      named: true,
      descriptors: 0,
      modified,
    }
  }
  /** Nothing leads to it any more. */
  #forget(file: FileNode): void {
    this.#added -= file.size
    this.#held -= file.contents.held
    file.contents.drop()
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

/** On a disk, cut to a size where that is less. */
function moved(bytes: Uint8Array, space: Space, size: number): OnDisk {
  const onDisk = new OnDisk(space)
  onDisk.resize(bytes.length)
  onDisk.write(0, bytes)
  if (size < bytes.length) onDisk.resize(size)
  return onDisk
}
/**
 * Whether these bytes, alone or with what stands beside them, may hold a handle: a NaN, whose highest byte is 0x7f or 0xff behind one of 0xc0 or more.
 * No text in UTF-8 does.
 */
function couldHoldHandles(bytes: Uint8Array): boolean {
  const isTop = (byte: number | undefined) => byte === 0x7f || byte === 0xff
  if (isTop(bytes[0]) || bytes[bytes.length - 1]! >= 0xc0) return true
  for (let at = 1; at < bytes.length; at++) if (isTop(bytes[at]) && bytes[at - 1]! >= 0xc0) return true
  return false
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
