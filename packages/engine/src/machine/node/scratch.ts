// The disk of a process of runs, from the outside: a file without a name, so that nothing is left of it whatever ends. Files are put there before a run
// and read from there after it; the process has the same file, and no other.
import { closeSync, fstatSync, ftruncateSync, openSync, read as readCallback, unlinkSync, write as writeCallback } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StoredFile } from '../../types.ts'
import { CHUNK_BYTES, chunksOf, HOLE, type Placed } from '../wasi/disk.ts'

const readAt = promisify(readCallback)
const writeAt = promisify(writeCallback)
const PIECE_BYTES = 4 * CHUNK_BYTES
const AT_ONCE = 8
const BLOCK_BYTES = 512 // stat(2)
let made = 0

export interface Filled {
  readonly files: ReadonlyMap<string, Placed>
  /** Chunks that they take. */
  readonly end: number
  readonly bytes: number
}

export class Scratch {
  readonly fd: number
  #isOpen = true

  /** @param folder  on a file system with room for what runs may have */
  constructor(folder: string) {
    const path = join(folder, `disk-${process.pid}-${++made}`)
    this.fd = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
  }

  /** Bytes of the file system that it takes. */
  get taken(): number {
    return this.#isOpen ? fstatSync(this.fd).blocks * BLOCK_BYTES : 0
  }
  /** Chunks that it reaches to. */
  get chunks(): number {
    return chunksOf(fstatSync(this.fd).size)
  }

  /** @throws Error  a file has other than its bytes; what reading one throws; the reason of the signal */
  async fill(files: ReadonlyMap<string, StoredFile>, signal?: AbortSignal): Promise<Filled> {
    const placed = new Map<string, Placed>()
    let [end, bytes] = [0, 0]
    for (const [path, { size }] of files) {
      const first = end
      placed.set(path, { size, chunks: Array.from({ length: chunksOf(size) }, (_, index) => first + index) })
      end += chunksOf(size)
      bytes += size
    }
    const waiting = files.entries()
    const failed = new AbortController()
    const put = async () => {
      for (const [path, file] of waiting) {
        let at = (placed.get(path)!.chunks[0] ?? 0) * CHUNK_BYTES
        const last = at + file.size
        for await (const part of file.read()) {
          signal?.throwIfAborted()
          failed.signal.throwIfAborted()
          if (at + part.length > last) throw new Error(`'${path}' has more than its ${file.size} bytes`)
          for (let done = 0; done < part.length; ) {
            const { bytesWritten } = await writeAt(this.fd, part, done, part.length - done, at + done)
            done += bytesWritten
          }
          at += part.length
        }
        if (at < last) throw new Error(`'${path}' has ${last - at} bytes less than its ${file.size}`)
      }
    }
    const workers = Array.from({ length: AT_ONCE }, () =>
      put().catch((cause: unknown) => {
        failed.abort(cause)
        throw cause
      }),
    )
    await Promise.allSettled(workers)
    failed.signal.throwIfAborted()
    return { files: placed, end, bytes }
  }

  stored({ size, chunks }: Placed): StoredFile {
    const fd = this.fd
    return {
      size,
      async *read() {
        const zeros = new Uint8Array(CHUNK_BYTES)
        for (let at = 0; at < size; ) {
          const index = at / CHUNK_BYTES
          const chunk = chunks[index]!
          let count = 1
          while (chunk !== HOLE && count * CHUNK_BYTES < PIECE_BYTES && chunks[index + count] === chunk + count) count++
          const length = Math.min(count * CHUNK_BYTES, size - at)
          if (chunk === HOLE) yield zeros.subarray(0, length)
          else {
            const piece = new Uint8Array(length) // beyond the end of the disk there are zeros
            for (let got = 0; got < length; ) {
              const { bytesRead } = await readAt(fd, piece, got, length - got, chunk * CHUNK_BYTES + got)
              if (bytesRead === 0) break
              got += bytesRead
            }
            yield piece
          }
          at += length
        }
      },
    }
  }

  /** For the next run. */
  clear(): void {
    if (this.#isOpen) ftruncateSync(this.fd)
  }
  close(): void {
    if (this.#isOpen) closeSync(this.fd)
    this.#isOpen = false
  }
}

export const inMemory = (bytes: Uint8Array): StoredFile => ({
  size: bytes.length,
  async *read() {
    if (bytes.length > 0) yield bytes
  },
})
