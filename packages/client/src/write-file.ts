// Stores a file: one of a single part by one request, a longer one in parts, several at a time. A part that broke is sent again by a new link; what arrived
// is not sent twice, not even by another process that continues the upload.
import { ApiError, LIMITS, type Upload, type UploadPart } from '@credence/contract'
import { type Connection, NetworkError } from './connection.ts'
import { pages } from './pages.ts'
import { pause } from './pause.ts'

/** A Blob, or what gives one of any part of it. */
export type WriteBody = Pick<Blob, 'size' | 'slice'>

export interface WriteOptions {
  readonly signal?: AbortSignal
  /** Told how many bytes have been sent, those of earlier processes included. */
  readonly onProgress?: (bytes: number) => void
  /** Told of an upload in parts as soon as it is known: its id continues it. */
  readonly onUpload?: (upload: Upload) => void
  /** Continues this upload. One that is over, or of another file, is begun anew. */
  readonly uploadId?: string
  /** Of files that are sent at once. Default: those of one part. */
  readonly mostBytesAtOnce?: number
  /** How bytes go to a link. Default: by `fetch`, which in browsers does not tell how far it is. */
  readonly send?: SendBytes
}
/** @param onSent  told how many of them have gone. @throws ApiError, NetworkError */
export type SendBytes = (link: string, bytes: Blob, onSent: (count: number) => void, signal?: AbortSignal) => Promise<void>

/** An upload in parts stopped; what arrived stays, and `uploadId` continues it. */
export class UploadBroken extends Error {
  override name = 'UploadBroken'
  readonly uploadId: string
  constructor(uploadId: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.uploadId = uploadId
  }
}

const AT_ONCE = 3
/** Of one part, from the last byte that arrived on. */
const TRIES = 5

export async function writeFile(connection: Connection, path: string, body: WriteBody, how: WriteOptions): Promise<void> {
  const { signal, onProgress = () => {}, mostBytesAtOnce = LIMITS.uploads.partBytes, send = byFetch(connection) } = how
  if (body.size > mostBytesAtOnce && body.size > 0) return writeInParts(connection, path, body, how)
  for (let tries = 1; ; tries++) {
    try {
      const { upload_url } = await connection.request('putFile', { path: { path }, query: { size: body.size }, ...(signal && { signal }) })
      if (upload_url !== undefined) await send(upload_url, body.slice(0, body.size), onProgress, signal)
      return
    } catch (cause) {
      if (!isPassing(cause) || tries === TRIES || signal?.aborted) throw cause
      await pause(pauseMs(tries), signal)
    }
  }
}

async function writeInParts(connection: Connection, path: string, body: WriteBody, how: WriteOptions): Promise<void> {
  const { signal, onProgress = () => {}, onUpload = () => {}, send = byFetch(connection) } = how
  const upload = (await known(connection, path, body, how)) ?? (await connection.request('createUpload', { body: { Path: path, Size: body.size } }))
  const { UploadID } = upload
  onUpload(upload)
  try {
    const parts = await Array.fromAsync(uploadParts(connection, UploadID, signal))
    const sent = new Map(parts.filter(({ IsStored }) => IsStored).map(({ PartNumber, Size }) => [PartNumber, Size]))
    const tellAll = () => onProgress([...sent.values()].reduce((sum, each) => sum + each, 0))
    const tell = (part: number, bytes: number) => {
      sent.set(part, bytes)
      tellAll()
    }
    tellAll()
    const missing = parts.filter(({ IsStored }) => !IsStored)
    const sendAll = async (): Promise<void> => {
      try {
        for (let part = missing.shift(); part !== undefined; part = missing.shift())
          await sendPart(connection, UploadID, part, body, { send, tell, signal })
      } catch (cause) {
        missing.length = 0
        throw cause
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendAll))
    await again(
      () => connection.request('completeUpload', { path: { UploadID }, idempotencyKey: `complete-${UploadID}`, ...(signal && { signal }) }),
      signal,
    )
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404) throw cause // given up elsewhere
    throw new UploadBroken(UploadID, cause)
  }
}

/** The upload that is to be continued, if it is one of this file. */
async function known(connection: Connection, path: string, body: WriteBody, { uploadId, signal }: WriteOptions): Promise<Upload | undefined> {
  if (uploadId === undefined) return undefined
  try {
    const upload = await connection.request('getUpload', { path: { UploadID: uploadId }, ...(signal && { signal }) })
    return upload.Size === body.size && upload.Path === path.replace(/^\/|\/$/g, '') ? upload : undefined
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404) return undefined
    throw cause
  }
}

interface PartOptions {
  readonly send: SendBytes
  readonly tell: (part: number, bytes: number) => void
  readonly signal: AbortSignal | undefined
}
async function sendPart(
  connection: Connection,
  UploadID: string,
  part: UploadPart,
  body: WriteBody,
  { send, tell, signal }: PartOptions,
): Promise<void> {
  const { PartNumber, Offset, Size } = part
  let link = part.UploadURL
  for (let tries = 1; link !== undefined; tries++) {
    try {
      await send(link, body.slice(Offset, Offset + Size), (bytes) => tell(PartNumber, bytes), signal)
      break
    } catch (cause) {
      // A link whose time is over is answered as one that never was.
      const isOver = cause instanceof ApiError && [403, 404].includes(cause.status) && tries === 1
      if (!(isOver || isPassing(cause)) || tries === TRIES || signal?.aborted) throw cause
      tell(PartNumber, 0)
      await pause(pauseMs(tries), signal)
      link = await again(() => freshLink(connection, UploadID, PartNumber, signal), signal) // none: it had arrived
    }
  }
  tell(PartNumber, Size)
}

async function freshLink(connection: Connection, UploadID: string, number: number, signal: AbortSignal | undefined): Promise<string | undefined> {
  const startKey = number === 1 ? undefined : String(number - 1)
  const page = await connection.request('listUploadParts', { path: { UploadID }, query: { startKey }, ...(signal && { signal }) })
  return page.Parts[0]?.UploadURL
}

export const uploadParts = (connection: Connection, UploadID: string, signal?: AbortSignal) =>
  pages(
    (startKey) => connection.request('listUploadParts', { path: { UploadID }, query: { startKey }, ...(signal && { signal }) }),
    (page) => page.Parts,
  )

async function again<Made>(work: () => Promise<Made>, signal: AbortSignal | undefined): Promise<Made> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (cause) {
      if (!isPassing(cause) || tries === TRIES || signal?.aborted) throw cause
      await pause(pauseMs(tries), signal)
    }
  }
}

/** No answer, or one that another try may mend. */
const isPassing = (cause: unknown): boolean =>
  cause instanceof NetworkError || (cause instanceof ApiError && (cause.status >= 500 || cause.status === 429))
const pauseMs = (tries: number): number => 250 * 3 ** (tries - 1)

const byFetch =
  (connection: Connection): SendBytes =>
  (link, bytes, onSent, signal) =>
    connection.upload(link, told(bytes, onSent), signal)

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
