// A file of this machine as what the client sends: read as it goes, a part at a time. `openAsBlob` of Node counts to 4 GiB only.
import { accessSync, constants, createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { WriteBody } from '@credence/client'
import { UsageError } from '../command.ts'

/**
 * @param onChange  called when the file is another than it was at the beginning; what is sent of it then breaks off
 * @throws Error  there is no such file, or it may not be read
 * @throws UsageError  it is none whose size says how much there is to send
 */
export function fileBody(path: string, onChange: () => void = () => {}): WriteBody {
  const status = statSync(path)
  if (status.isDirectory()) throw new UsageError(`${path} is a folder; name a file`)
  if (!status.isFile()) throw new UsageError(`${path} is a pipe or a device, whose size nobody knows; name a file`)
  accessSync(path, constants.R_OK)
  const { size, mtimeMs } = status
  const read = (start: number, end: number): ReadableStream => {
    const now = statSync(path, { throwIfNoEntry: false })
    if (now?.size !== size || now.mtimeMs !== mtimeMs) {
      onChange()
      throw new Error(`${path} changed while it was sent`)
    }
    return end === start ? new Blob().stream() : (Readable.toWeb(createReadStream(path, { start, end: end - 1 })) as ReadableStream)
  }
  return {
    size,
    slice: (start = 0, end = size) =>
      Object.defineProperties(new Blob(), { size: { value: end - start }, stream: { value: () => read(start, end), configurable: true } }),
  }
}
