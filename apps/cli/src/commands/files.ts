// `credence files …`: the storage of an account on a platform.
import { createWriteStream, openAsBlob } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NetworkError } from '@credence/client'
import type { FileItem } from '@credence/contract'
import { command } from '../command.ts'
import { CONNECTION, openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json, table, time } from '../table.ts'
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
    return 0
  },
})

/** After the first, where a connection breaks: nothing of what was sent is kept. */
const MORE_TRIES = 2

/** The same bytes, which tell how many of them were taken to be sent. */
function told(body: Blob, tell: (bytes: number) => void): Blob {
  const read = body.stream.bind(body)
  let sent = 0
  const counting = () =>
    read().pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, to) {
          sent += chunk.length
          tell(sent)
          to.enqueue(chunk)
        },
      }),
    )
  return Object.defineProperty(body, 'stream', { value: counting })
}

const put = command({
  name: 'files put',
  summary: 'store a file',
  description:
    'Stores a file of this machine, under its own name or another. What was there is replaced once all bytes have arrived; where the connection breaks, it begins anew.',
  positionals: [
    { name: 'FILE', about: 'a file of this machine' },
    { name: 'PATH', about: 'where to store it; its own name unless given', isOptional: true },
  ],
  options: CONNECTION,
  examples: [{ line: 'credence files put readings.csv measurements/readings.csv', about: 'into a directory, which is made' }],
  async run({ values, positionals: [file, given] }, { terminal, env, signal }) {
    const path = given ?? basename(file!)
    const client = await openClient(values, env)
    const send = async (): Promise<void> => {
      const whole = await openAsBlob(file!)
      await client.files.write(
        path,
        told(whole, (bytes) => terminal.progress(`${path}: ${bytes} of ${whole.size} bytes sent`)),
        signal,
      )
    }
    try {
      for (let left = MORE_TRIES; ; left--) {
        try {
          await send()
          break
        } catch (cause) {
          if (!(cause instanceof NetworkError) || left === 0 || signal?.aborted) throw cause
          terminal.progress(`${path}: the connection broke; beginning anew`)
        }
      }
    } finally {
      terminal.progress('')
    }
    return 0
  },
})

const get = command({
  name: 'files get',
  summary: 'fetch a file',
  description: 'Fetches a file into the folder where you are, under its own name or another. It is there once it is whole.',
  positionals: [PATH, { name: 'FILE', about: 'where to write it; its own name unless given', isOptional: true }],
  options: CONNECTION,
  examples: [{ line: 'credence files get measurements/readings.csv', about: 'writes readings.csv' }],
  async run({ values, positionals: [path, file] }, { terminal, env, signal }) {
    const stream = await (await openClient(values, env)).files.read(path!, signal)
    const target = file ?? basename(path!)
    let bytes = 0
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of stream) {
        bytes += chunk.length
        terminal.progress(`${target}: ${bytes} bytes`)
        yield chunk
      }
    }
    const part = `${target}.part`
    try {
      await pipeline(Readable.from(counted()), createWriteStream(part))
      await rename(part, target)
    } catch (cause) {
      await rm(part, { force: true })
      throw cause
    } finally {
      terminal.progress('')
    }
    return 0
  },
})

const remove = command({
  name: 'files delete',
  summary: 'delete a file or directory',
  description: 'Deletes a file, or a directory that is empty; with --recursive a directory with all that is in it.',
  positionals: [PATH],
  options: { recursive: { type: 'boolean', short: 'r', about: 'a directory with all that is in it' }, ...CONNECTION },
  examples: [{ line: 'credence files delete measurements --recursive', about: 'a directory with its files' }],
  async run({ values, positionals: [path] }, { env }) {
    await (await openClient(values, env)).files.delete(path!, values.recursive ? { recursive: true } : {})
    return 0
  },
})

export const fileCommands = [list, put, get, remove]
