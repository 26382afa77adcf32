// System calls on paths. A path is (directory descriptor, address, length) in UTF-8; it never leaves the tree.
import type { Calls, Context } from './context.ts'
import type { Descriptor, Descriptors } from './descriptors.ts'
import { ERRNO, WasiError } from './errno.ts'
import { setModified, writeFilestat } from './fd.ts'
import { PATH_MAX, type Place } from './files.ts'

const OPEN = { create: 1, directory: 2, exclusive: 4, truncate: 8 } as const
const READ = 1n << 1n
const WRITE = 1n << 6n
const APPEND = 1

/** Opened by name although the tree does not hold them, as on a Unix machine. */
const DEVICES: ReadonlyMap<string, (of: Descriptors) => Descriptor> = new Map<string, (of: Descriptors) => Descriptor>([
  ['dev/null', () => ({ kind: 'device' })],
  ['dev/stdin', ({ standardInput }) => standardInput],
  ['dev/stdout', () => ({ kind: 'output', stream: 'Stdout' })],
  ['dev/stderr', () => ({ kind: 'output', stream: 'Stderr' })],
])

export function pathCalls({ memory, tree, descriptors, missed }: Context): Calls {
  /** Before it is made a text: one of 700 MB cannot be. */
  const textOf = (path: number, length: number): string => {
    if (memory.bytes(path, length).length > PATH_MAX) throw new WasiError('nameTooLong')
    return memory.text(path, length)
  }
  const locate = (fd: number, path: number, length: number): Place => tree.locate(descriptors.directory(fd).directory, textOf(path, length))
  return {
    /** path_create_directory(fd, path). Errors: exist, noent, notdir, nospc, badf, fault. */
    path_create_directory(fd: number, path: number, length: number) {
      tree.makeDirectory(locate(fd, path, length))
    },
    /** path_filestat_get(fd, flags: u32, path, stat: address of 64 bytes). There are no links to follow. Errors: noent, notdir, badf, fault. */
    path_filestat_get(fd: number, _flags: number, path: number, length: number, stat: number) {
      if (DEVICES.has(deviceName(textOf(path, length)))) return writeFilestat(memory, stat, undefined)
      const { node } = locate(fd, path, length)
      if (!node) throw new WasiError('noEntry')
      writeFilestat(memory, stat, node)
    },
    /** path_filestat_set_times(fd, flags: u32, path, access: u64, modification: u64, which: u16). Errors: noent, notdir, badf. */
    path_filestat_set_times(fd: number, _flags: number, path: number, length: number, _access: bigint, modified: bigint, which: number) {
      const { node } = locate(fd, path, length)
      if (!node) throw new WasiError('noEntry')
      setModified(node, modified, which)
    },
    /** path_link and path_symlink: there are no links. Errors: notsup. */
    path_link() {
      throw new WasiError('notSupported')
    },
    path_symlink() {
      throw new WasiError('notSupported')
    },
    /** path_readlink(fd, path, buffer, length, used). Nothing is a link. Errors: inval; noent, notdir, badf. */
    path_readlink(fd: number, path: number, length: number) {
      throw new WasiError(locate(fd, path, length).node ? 'invalid' : 'noEntry')
    },
    /**
     * path_open(fd, lookup flags: u32, path, flags: u16 (create, directory, exclusive, truncate), rights: u64, inheriting: u64,
     * fd flags: u16 (append), opened: address of u32). Errors: noent, exist, isdir, notdir, mfile, nospc, nametoolong, badf, fault.
     */
    path_open(
      fd: number,
      _lookup: number,
      path: number,
      length: number,
      flags: number,
      rights: bigint,
      _inheriting: bigint,
      fdFlags: number,
      opened: number,
    ) {
      const readable = (rights & READ) !== 0n
      const writable = (rights & WRITE) !== 0n
      const open = (): Descriptor => {
        const device = DEVICES.get(deviceName(textOf(path, length)))
        if (device) return device(descriptors)
        const place = locate(fd, path, length)
        if (place.node && (flags & OPEN.create) !== 0 && (flags & OPEN.exclusive) !== 0) throw new WasiError('exists')
        if (!place.node && (flags & OPEN.create) === 0) throw new WasiError('noEntry')
        if (place.node?.kind === 'directory') {
          if (writable || (flags & OPEN.create) !== 0) throw new WasiError('isDirectory')
          return { kind: 'directory', directory: place.node, preopened: false, listing: [] }
        }
        if ((flags & OPEN.directory) !== 0) throw new WasiError('notDirectory')
        const file = place.node ?? tree.makeFile(place)
        if ((flags & OPEN.truncate) !== 0 && place.node) tree.resize(file, 0)
        return { kind: 'file', file, readable, writable, append: (fdFlags & APPEND) !== 0, position: 0 }
      }
      try {
        memory.setU32(opened, descriptors.add(open()))
      } catch (error) {
        if (error instanceof WasiError && error.errno === ERRNO.noEntry) missed(textOf(path, length))
        throw error
      }
    },
    /** path_remove_directory(fd, path). Errors: noent, notdir, notempty, busy for the root, badf. */
    path_remove_directory(fd: number, path: number, length: number) {
      tree.removeDirectory(locate(fd, path, length))
    },
    /** path_rename(fd, path, to fd, to path). Errors: noent, notdir, isdir, notempty, inval into itself, badf. */
    path_rename(fd: number, path: number, length: number, toFd: number, to: number, toLength: number) {
      tree.rename(locate(fd, path, length), locate(toFd, to, toLength))
    },
    /** path_unlink_file(fd, path). Errors: noent, isdir, notdir, badf. */
    path_unlink_file(fd: number, path: number, length: number) {
      tree.removeFile(locate(fd, path, length))
    },
  }
}

const deviceName = (path: string): string => path.replace(/^\/+/, '')
