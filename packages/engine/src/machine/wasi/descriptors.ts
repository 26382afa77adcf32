// What a file descriptor stands for: the three standard streams, the null device, files and directories of the tree.
// 0 is standard input, 1 and 2 are the output streams, 3 is the working directory, preopened as "/".
import type { Stream } from '../../types.ts'
import { WasiError } from './errno.ts'
import type { DirectoryNode, FileNode, FileTree } from './files.ts'

export type Descriptor = Device | StandardInput | Output | OpenFile | OpenDirectory
/** Reads as empty, swallows what is written: /dev/null, and standard input where there is none. */
export interface Device {
  readonly kind: 'device'
}
/** Read once, from its begin to its end, whatever reads it: nobody can seek in it. */
export interface StandardInput {
  readonly kind: 'input'
  /** Asked for at the first read. */
  readonly whole: () => Uint8Array
  position: number
}
export interface Output {
  readonly kind: 'output'
  readonly stream: Stream
}
export interface OpenFile {
  readonly kind: 'file'
  readonly file: FileNode
  readonly readable: boolean
  readonly writable: boolean
  append: boolean
  position: number
}
export interface OpenDirectory {
  readonly kind: 'directory'
  readonly directory: DirectoryNode
  readonly preopened: boolean
  /** Names as they stood when reading began, so that a change in between neither hides nor repeats one. */
  listing: readonly string[]
}

const OPEN_MAX = 1024

export class Descriptors {
  readonly #open: Map<number, Descriptor>
  readonly #tree: FileTree

  /** Also by its name, /dev/stdin. */
  readonly standardInput: Device | StandardInput

  /** @param input  absent: standard input is empty */
  constructor(tree: FileTree, input?: () => Uint8Array) {
    this.#tree = tree
    this.standardInput = input ? { kind: 'input', whole: input, position: 0 } : { kind: 'device' }
    this.#open = new Map<number, Descriptor>([
      [0, this.standardInput],
      [1, { kind: 'output', stream: 'Stdout' }],
      [2, { kind: 'output', stream: 'Stderr' }],
      [3, { kind: 'directory', directory: tree.root, preopened: true, listing: [] }],
    ])
  }

  /** @throws WasiError badDescriptor */
  get(fd: number): Descriptor {
    const found = this.#open.get(fd)
    if (!found) throw new WasiError('badDescriptor')
    return found
  }
  /** Whether it stands for a file that holds what the run wrote. */
  isWritten(fd: number): boolean {
    const found = this.#open.get(fd)
    return found?.kind === 'file' && found.file.changed && found.file.size > 0
  }
  file(fd: number): OpenFile {
    const found = this.get(fd)
    if (found.kind === 'directory') throw new WasiError('isDirectory')
    if (found.kind !== 'file') throw new WasiError('notSeekable')
    return found
  }
  directory(fd: number): OpenDirectory {
    const found = this.get(fd)
    if (found.kind !== 'directory') throw new WasiError('notDirectory')
    return found
  }
  /** The lowest free number, as POSIX asks. @throws WasiError tooManyOpen */
  add(descriptor: Descriptor): number {
    for (let fd = 0; fd < OPEN_MAX; fd++) {
      if (this.#open.has(fd)) continue
      this.#open.set(fd, descriptor)
      if (descriptor.kind === 'file') this.#tree.opened(descriptor.file)
      return fd
    }
    throw new WasiError('tooManyOpen')
  }
  close(fd: number): void {
    const descriptor = this.get(fd)
    this.#open.delete(fd)
    if (descriptor.kind === 'file') this.#tree.closed(descriptor.file)
  }
  /** `to` becomes what `from` was; what `to` was is closed. */
  renumber(from: number, to: number): void {
    const descriptor = this.get(from)
    if (from === to) return
    this.close(to)
    this.#open.delete(from)
    this.#open.set(to, descriptor)
  }
}
