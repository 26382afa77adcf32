// A file of this machine as what the client sends: read as it goes, a part at a time. `openAsBlob` of Node counts to 4 GiB only.
import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { WriteBody } from '@credence/client'

/** @throws Error  there is no such file */
export function fileBody(path: string): WriteBody {
  const { size, mtimeMs } = statSync(path)
  const read = (start: number, end: number): ReadableStream => {
    const now = statSync(path)
    if (now.size !== size || now.mtimeMs !== mtimeMs) throw new Error(`${path} changed while it was sent`)
    return end === start ? new Blob().stream() : (Readable.toWeb(createReadStream(path, { start, end: end - 1 })) as ReadableStream)
  }
  return {
    size,
    slice: (start = 0, end = size) =>
      Object.defineProperties(new Blob(), { size: { value: end - start }, stream: { value: () => read(start, end), configurable: true } }),
  }
}
