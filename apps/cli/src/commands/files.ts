// `credence files …`: the storage of an account on a platform.
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UploadBroken } from '@credence/client'
import type { FileItem } from '@credence/contract'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { CONNECTION, openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json, table, time } from '../table.ts'
import { openBegunDownload } from './begun-download.ts'
import { openBegunUpload } from './begun-upload.ts'
import { fileBody } from './file-body.ts'
import { take } from './shared.ts'

const PATH = { name: 'PATH', about: 'a path in your storage' }

const list = command({
  name: 'files list',
  summary: 'list files',
  description: 'Lists what lies in your storage, or in one directory of it.',
  positionals: [{ name: 'PATH', about: 'a directory; the top unless given', isOptional: true }],
  options: PLATFORM_OPTIONS,
  examples: [{ line: 'credence files list measurements', about: 'what lies there' }],
  async run({ values, positionals: [path = ''] }, { terminal, env }) {
    const found = await take((await openClient(values, env)).files.list(path), Number.POSITIVE_INFINITY)
    const rows = found.map((item: FileItem) => [item.path, String(item.size), time(item.last_modified * 1000)])
    terminal.out(values.json ? json(found) : table(['path', 'bytes', 'modified'], rows))
    if (found.length === 0 && !values.json) terminal.error('There are no files. `credence files put FILE` stores one.\n')
    return 0
  },
})

const put = command({
  name: 'files put',
  summary: 'store a file',
  description:
    'Stores a file of this machine, under its own name or another. What was there is replaced once all bytes have arrived. A large file goes in parts: where it was interrupted, the same command continues it, as a note beside the file (FILE.upload) says.',
  positionals: [
    { name: 'FILE', about: 'a file of this machine' },
    { name: 'PATH', about: 'where to store it; its own name unless given', isOptional: true },
  ],
  options: CONNECTION,
  examples: [{ line: 'credence files put readings.csv measurements/readings.csv', about: 'into a directory, which is made' }],
  async run({ values, positionals: [file, given] }, { terminal, env, signal }) {
    const path = given ?? basename(file!)
    const client = await openClient(values, env)
    const changed = new AbortController() // another try would send no more of it
    const body = fileBody(file!, () => changed.abort())
    const begun = openBegunUpload(file!, { host: client.host, path })
    try {
      await client.files.write(path, body, {
        signal: signal ? AbortSignal.any([signal, changed.signal]) : changed.signal,
        ...(begun.uploadId !== undefined && { uploadId: begun.uploadId }),
        onUpload: ({ UploadID }) => begun.note(UploadID),
        onProgress: (bytes) => terminal.progress(`${path}: ${bytes} of ${body.size} bytes sent`),
      })
    } catch (cause) {
      if (changed.signal.aborted) {
        terminal.error(`credence files put: ${file} changed while it was sent; the platform keeps what was there before\n`)
        return EXIT.failed
      }
      if (cause instanceof UploadBroken) terminal.error(`${path}: stopped; the same command continues where it was\n`)
      throw cause instanceof UploadBroken ? cause.cause : cause
    } finally {
      terminal.progress('')
    }
    begun.forget()
    return 0
  },
})

const get = command({
  name: 'files get',
  summary: 'fetch a file',
  description:
    'Fetches a file into the folder where you are, under its own name or another. It is there once it is whole. Where it was interrupted, the same command continues, as long as the file on the platform is the same: FILE.part holds what has come, FILE.download says of what.',
  positionals: [PATH, { name: 'FILE', about: 'where to write it; its own name unless given; - is standard output', isOptional: true }],
  options: CONNECTION,
  examples: [{ line: 'credence files get measurements/readings.csv', about: 'writes readings.csv' }],
  async run({ values, positionals: [path, file] }, { terminal, env, signal }) {
    const client = await openClient(values, env)
    if (file === '-') {
      const { stream } = await client.files.readFrom(path!, undefined, signal)
      await pipeline(Readable.from(stream), process.stdout, { end: false })
      return 0
    }
    const target = file ?? basename(path!)
    const begun = openBegunDownload(target, { host: client.host, path: path! })
    const { stream, from, etag } = await client.files.readFrom(path!, begun.from, signal)
    begun.note(etag)
    let bytes = from
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of stream) {
        bytes += chunk.length
        terminal.progress(`${target}: ${bytes} bytes`)
        yield chunk
      }
    }
    try {
      await pipeline(Readable.from(counted()), createWriteStream(begun.part, { flags: from > 0 ? 'a' : 'w' }))
    } catch (cause) {
      if (etag !== '' && bytes > 0) terminal.error(`${target}: stopped; the same command continues where it was\n`)
      else begun.forget()
      throw cause
    } finally {
      terminal.progress('')
    }
    await rename(begun.part, target)
    begun.forget()
    return 0
  },
})

const remove = command({
  name: 'files delete',
  summary: 'delete a file or directory',
  description: 'Deletes a file, or a directory that is empty; with --recursive a directory with all that is in it.',
  positionals: [PATH],
  options: { recursive: { type: 'boolean', short: 'r', about: 'a directory with all that is in it' }, ...PLATFORM_OPTIONS },
  examples: [{ line: 'credence files delete measurements --recursive', about: 'a directory with its files' }],
  async run({ values, positionals: [path] }, { terminal, env }) {
    const answer = await (await openClient(values, env)).files.delete(path!, values.recursive ? { recursive: true } : {})
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

export const fileCommands = [list, put, get, remove]
