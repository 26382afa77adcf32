// A backup is one file: gzip of lines of JSON, and behind the line of an object its bytes and a line end. `zcat FILE | less` shows it.
//   {"format":"credence-backup","version":1,"madeAt":…,"migrations":[…]}
//   {"table":"account","columns":[…]}      then one line of JSON for each row, as PostgreSQL writes it
//   {"object":"tasks/…","size":n,"contentType":"…"}   then n bytes
//   {"file":"sealing-key","text":"…"}      where the data folder has one
//   {"end":{"tables":…,"rows":…,"objects":…,"bytes":…}}   the last line: a file without it is not whole
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export const FORMAT = 'credence-backup'
export const VERSION = 1

export interface Totals {
  readonly tables: number
  readonly rows: number
  readonly objects: number
  readonly bytes: number
}
export type Head = { readonly format: string; readonly version: number; readonly madeAt: string; readonly migrations: readonly string[] }
export type Line =
  | Head
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly object: string; readonly size: number; readonly contentType: string }
  | { readonly file: string; readonly text: string }
  | { readonly end: Totals }

/** Text as it stands in the file, or bytes. */
export type Piece = string | Uint8Array
export const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`

/** Writes a file that only its owner reads, flushed. @throws Error  there is one already; what `pieces` throws */
export async function writeBackup(path: string, pieces: AsyncIterable<Piece>): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await pipeline(pieces, createGzip({ level: 1 }), async (packed) => {
    for await (const part of packed) await file.writeFile(part)
  })
  await file.sync()
}

export interface Reader {
  /** The next line; undefined at the end of the file. */
  line(): Promise<string | undefined>
  /** The next so many bytes, in pieces, and the line end behind them. */
  bytes(size: number): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** @throws Error from its methods  the file is no backup, or not whole */
export function readBackup(path: string): Reader {
  const source = createReadStream(path)
  const stream = source.pipe(createGunzip())
  source.on('error', (cause) => stream.destroy(cause))
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let held: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { value, done } = await pieces.next().catch((cause: unknown) => {
      throw new Error(`${path} is no whole backup`, { cause })
    })
    if (done) return false
    held = held.length === 0 ? value : Buffer.concat([held, value])
    return true
  }
  return {
    async line() {
      for (let from = 0; ; ) {
        const at = held.indexOf(10, from)
        if (at >= 0) {
          const line = held.subarray(0, at).toString('utf8')
          held = held.subarray(at + 1)
          return line
        }
        from = held.length
        if (await more()) continue
        if (held.length > 0) throw new Error(`${path} is no whole backup`)
        return undefined
      }
    },
    async *bytes(size) {
      for (let left = size; left > 0; ) {
        if (held.length === 0 && !(await more())) throw new Error(`${path} is no whole backup`)
        const part = held.subarray(0, left)
        held = held.subarray(part.length)
        left -= part.length
        yield part
      }
      while (held.length === 0) if (!(await more())) throw new Error(`${path} is no whole backup`)
      held = held.subarray(1)
    },
    async close() {
      source.destroy()
      stream.destroy()
    },
  }
}
