// System calls on open descriptors.
import type { Stream } from '../../types.ts'
import type { Calls, Context } from './context.ts'
import type { Descriptor, StandardInput } from './descriptors.ts'
import { WasiError } from './errno.ts'
import type { TreeNode } from './files.ts'

const FILETYPE = { input: 0, device: 2, output: 2, directory: 3, file: 4 } as const // unknown, character device, directory, regular file
const APPEND = 1
/** Of 64 bits the lower 32; all others are 0. */
const RIGHTS = { read: 1 << 1, seek: 1 << 2, tell: 1 << 5, write: 1 << 6 } as const
const ALL_RIGHTS = (1 << 30) - 1
const OFFSET_MAX = 2n ** 53n

export function fdCalls({ memory, tree, descriptors, output, unheard }: Context): Calls {
  const readAt = (fd: number, vectors: number, count: number, at: number | undefined): number => {
    const from = descriptors.get(fd)
    if (from.kind === 'directory') throw new WasiError('isDirectory')
    if (from.kind === 'output') throw new WasiError('badDescriptor')
    if (from.kind === 'device') return 0
    if (from.kind === 'input') return take(from, memory.vectors(vectors, count))
    if (!from.readable) throw new WasiError('badDescriptor')
    let total = 0
    for (const into of memory.vectors(vectors, count)) {
      const got = tree.read(from.file, (at ?? from.position) + total, into)
      total += got
      if (got < into.length) break
    }
    if (at === undefined) from.position += total
    return total
  }
  const writeAt = (fd: number, vectors: number, count: number, at: number | undefined): number => {
    const to = descriptors.get(fd)
    if (to.kind === 'output') return print(to.stream, vectors, count)
    if (to.kind === 'directory' || to.kind === 'input' || (to.kind === 'file' && !to.writable)) throw new WasiError('badDescriptor')
    let total = 0
    if (to.kind === 'file' && to.append && at === undefined) to.position = to.file.size
    for (const bytes of memory.vectors(vectors, count)) {
      if (to.kind === 'file') tree.write(to.file, (at ?? to.position) + total, bytes)
      total += bytes.length
    }
    if (to.kind === 'file' && at === undefined) to.position += total
    return total
  }
  const print = (stream: Stream, vectors: number, count: number): number => {
    if (stream === 'Stdout' && unheard) {
      const length = memory.length(vectors, count)
      unheard(length)
      return length
    }
    const only = memory.onlyVector(vectors, count)
    if (only) {
      if (only.length > 0) output(stream, only)
      return only.length
    }
    let total = 0
    for (const bytes of joined(memory.vectors(vectors, count))) {
      output(stream, bytes)
      total += bytes.length
    }
    return total
  }
  const seekable = (fd: number) => {
    const open = descriptors.get(fd)
    if (open.kind !== 'file') throw new WasiError(open.kind === 'directory' ? 'badDescriptor' : 'notSeekable')
    return open
  }

  return {
    /** fd_advise(fd, offset: u64, length: u64, advice: u8). A hint; ignored. Errors: badf. */
    fd_advise(fd: number) {
      descriptors.get(fd)
    },
    /** fd_allocate(fd, offset: u64, length: u64). The file becomes at least offset + length bytes long. Errors: badf, inval. */
    fd_allocate(fd: number, offset: bigint, length: bigint) {
      const { file, writable } = descriptors.file(fd)
      if (!writable) throw new WasiError('badDescriptor')
      tree.resize(file, Math.max(file.size, offsetOf(offset) + offsetOf(length)))
    },
    /** fd_close(fd). Errors: badf. */
    fd_close(fd: number) {
      descriptors.close(fd)
    },
    /** fd_datasync(fd), fd_sync(fd). Memory is always in step. Errors: badf. */
    fd_datasync(fd: number) {
      descriptors.get(fd)
    },
    fd_sync(fd: number) {
      descriptors.get(fd)
    },
    /**
     * fd_fdstat_get(fd, stat: address of 24 bytes): u8 file type, u16 flags at 2, u64 rights at 8, u64 inherited rights at 16.
     * The streams are character devices without seek and tell, which makes isatty(3) true and standard output line-buffered; standard input that is given is none. Errors: badf, fault.
     */
    fd_fdstat_get(fd: number, stat: number) {
      const open = descriptors.get(fd)
      memory.setU32(stat, FILETYPE[open.kind] | ((open.kind === 'file' && open.append ? APPEND : 0) << 16))
      memory.setU32(stat + 4, 0)
      memory.setU32(stat + 8, rightsOf(open))
      memory.setU32(stat + 12, 0)
      memory.setU32(stat + 16, open.kind === 'directory' ? ALL_RIGHTS : 0)
      memory.setU32(stat + 20, 0)
    },
    /** fd_fdstat_set_flags(fd, flags: u16). `append` is kept, the others have no meaning in memory. Errors: badf. */
    fd_fdstat_set_flags(fd: number, flags: number) {
      const open = descriptors.get(fd)
      if (open.kind === 'file') open.append = (flags & APPEND) !== 0
    },
    /** fd_fdstat_set_rights(fd, base: u64, inheriting: u64). Rights are not kept; giving some up changes nothing. Errors: badf. */
    fd_fdstat_set_rights(fd: number) {
      descriptors.get(fd)
    },
    /** fd_filestat_get(fd, stat: address of 64 bytes, see `writeFilestat`). Errors: badf, fault. */
    fd_filestat_get(fd: number, stat: number) {
      const open = descriptors.get(fd)
      writeFilestat(memory, stat, open.kind === 'file' ? open.file : open.kind === 'directory' ? open.directory : undefined)
    },
    /** fd_filestat_set_size(fd, size: u64). Cuts, or extends with zeros. Errors: badf, inval, isdir, spipe. */
    fd_filestat_set_size(fd: number, size: bigint) {
      const { file, writable } = descriptors.file(fd)
      if (!writable) throw new WasiError('invalid')
      tree.resize(file, offsetOf(size))
    },
    /** fd_filestat_set_times(fd, access: u64, modification: u64, flags: u16). Access times are not kept. Errors: badf. */
    fd_filestat_set_times(fd: number, _access: bigint, modified: bigint, flags: number) {
      const open = descriptors.get(fd)
      if (open.kind === 'file') setModified(open.file, modified, flags)
    },
    /** fd_pread(fd, vectors: address, count: u32, offset: u64, read: address of u32). Errors: badf, fault, inval, isdir. */
    fd_pread(fd: number, vectors: number, count: number, offset: bigint, read: number) {
      seekable(fd)
      memory.setU32(read, readAt(fd, vectors, count, offsetOf(offset)))
    },
    /** fd_pwrite(fd, vectors: address, count: u32, offset: u64, written: address of u32). Errors: badf, fault, inval. */
    fd_pwrite(fd: number, vectors: number, count: number, offset: bigint, written: number) {
      seekable(fd)
      memory.setU32(written, writeAt(fd, vectors, count, offsetOf(offset)))
    },
    /** fd_prestat_get(fd, stat: address of 8 bytes): u8 0 for a directory, u32 length of its name at 4. Errors: badf, also behind the last one. */
    fd_prestat_get(fd: number, stat: number) {
      preopen(descriptors.get(fd))
      memory.setU32(stat, 0)
      memory.setU32(stat + 4, PREOPEN.length)
    },
    /** fd_prestat_dir_name(fd, name: address, length: u32). Errors: badf, fault. */
    fd_prestat_dir_name(fd: number, name: number, length: number) {
      preopen(descriptors.get(fd))
      memory.write(name, length, PREOPEN)
    },
    /** fd_read(fd, vectors: address, count: u32, read: address of u32). 0 at the end. Errors: badf, fault, inval, isdir. */
    fd_read(fd: number, vectors: number, count: number, read: number) {
      memory.setU32(read, readAt(fd, vectors, count, undefined))
    },
    /** fd_write(fd, vectors: address, count: u32, written: address of u32). Ends the run at a limit. Errors: badf, fault, inval. */
    fd_write(fd: number, vectors: number, count: number, written: number) {
      memory.setU32(written, writeAt(fd, vectors, count, undefined))
    },
    /**
     * fd_readdir(fd, buffer: address, length: u32, cookie: u64, used: address of u32). Entries from number `cookie`, each u64 next cookie, u64 inode,
     * u32 name length, u32 type, name; the last may be cut where the buffer ends. `used` below `length` means the end.
     * Errors: badf, fault, inval for a cookie that was never given, notdir.
     */
    fd_readdir(fd: number, buffer: number, length: number, cookie: bigint, used: number) {
      const open = descriptors.directory(fd)
      if (cookie === 0n) open.listing = ['.', '..', ...open.directory.entries.keys()]
      if (cookie < 0n || cookie > BigInt(open.listing.length)) throw new WasiError('invalid')
      const into = memory.bytes(buffer, length)
      let at = 0
      for (let index = Number(cookie); index < open.listing.length && at < into.length; index++) {
        const name = open.listing[index]!
        const node = name === '.' ? open.directory : name === '..' ? open.directory.parent : open.directory.entries.get(name)
        const entry = directoryEntry(BigInt(index + 1), name, node)
        into.set(entry.subarray(0, into.length - at), at)
        at += Math.min(entry.length, into.length - at)
      }
      memory.setU32(used, at)
    },
    /** fd_renumber(from, to). `to` becomes `from`; what `to` was is closed. Errors: badf. */
    fd_renumber(from: number, to: number) {
      descriptors.renumber(from, to)
    },
    /** fd_seek(fd, offset: i64, whence: u8 (start, current, end), position: address of u64). Errors: badf, inval below 0, spipe on streams, fault. */
    fd_seek(fd: number, offset: bigint, whence: number, position: number) {
      const open = seekable(fd)
      const base = [0, open.position, open.file.size][whence]
      if (base === undefined) throw new WasiError('invalid')
      open.position = offsetOf(BigInt(base) + offset)
      memory.setU64(position, BigInt(open.position))
    },
    /** fd_tell(fd, position: address of u64). Errors: badf, spipe on streams, fault. */
    fd_tell(fd: number, position: number) {
      memory.setU64(position, BigInt(seekable(fd).position))
    },
  }
}

/** A line that was put together in a buffer and its end are one write. What is long stays apart: the program may name all of its memory a thousand times. */
function joined(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (parts.length < 2 || length > JOINED_BYTES) return parts
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return [all]
}
const JOINED_BYTES = 1 << 16

/** Device u64 0, inode u64, type u8 at 16, links u64 at 24, size u64 at 32, times of access, modification and change u64 at 40, 48, 56. */
export function writeFilestat(memory: Context['memory'], at: number, node: TreeNode | undefined): void {
  memory.bytes(at, 64).fill(0)
  memory.setU64(at + 8, BigInt(node?.inode ?? 0))
  memory.setU64(at + 16, BigInt(node ? FILETYPE[node.kind] : FILETYPE.device))
  memory.setU64(at + 24, 1n)
  if (node?.kind === 'file') memory.setU64(at + 32, BigInt(node.size))
  for (const time of [40, 48, 56]) memory.setU64(at + time, node?.modified ?? 0n)
}
/** Flags: 4 sets the modification time given; "now" (8) leaves the time of the last change, which is near enough. */
export function setModified(node: TreeNode, modified: bigint, flags: number): void {
  if ((flags & 4) !== 0) node.modified = BigInt.asUintN(64, modified)
}

const PREOPEN = new TextEncoder().encode('/')
function preopen(open: Descriptor): void {
  if (open.kind !== 'directory' || !open.preopened) throw new WasiError('badDescriptor')
}
function rightsOf(open: Descriptor): number {
  if (open.kind === 'directory') return ALL_RIGHTS
  if (open.kind === 'file') return (open.readable ? RIGHTS.read : 0) | (open.writable ? RIGHTS.write : 0) | RIGHTS.seek | RIGHTS.tell
  if (open.kind === 'input') return RIGHTS.read
  return open.kind === 'output' ? RIGHTS.write : RIGHTS.read | RIGHTS.write
}
/** Into each of these places what comes next. @returns how many bytes */
function take(from: StandardInput, places: Iterable<Uint8Array>): number {
  const begin = from.position
  for (const into of places) {
    const next = from.whole().subarray(from.position, from.position + into.length)
    into.set(next)
    from.position += next.length
  }
  return from.position - begin
}
function directoryEntry(next: bigint, name: string, node: TreeNode | undefined): Uint8Array {
  const text = new TextEncoder().encode(name)
  const entry = new Uint8Array(24 + text.length)
  const view = new DataView(entry.buffer)
  view.setBigUint64(0, next, true)
  view.setBigUint64(8, BigInt(node?.inode ?? 0), true)
  view.setUint32(16, text.length, true)
  view.setUint32(20, node ? FILETYPE[node.kind] : 0, true)
  entry.set(text, 24)
  return entry
}
/** As a number that counts bytes exactly. @throws WasiError invalid */
function offsetOf(value: bigint): number {
  if (value < 0n || value > OFFSET_MAX) throw new WasiError('invalid')
  return Number(value)
}
