// Where bytes are kept: outputs, modules, plots, files. Keys are relative paths with `/`; an object is replaced whole or not at all.

export interface ObjectInfo {
  readonly key: string
  readonly size: number
  /** Changes with the content. */
  readonly etag: string
  readonly contentType: string
  /** Epoch milliseconds. */
  readonly modifiedAt: number
}
export type ListedObject = Omit<ObjectInfo, 'contentType'>
export interface StoredObject extends ObjectInfo {
  readonly body: AsyncIterable<Uint8Array>
}
export interface PutOptions {
  readonly contentType: string
}
/** First and last byte, both inclusive, as in HTTP. */
export interface Range {
  readonly first: number
  readonly last: number
}
export interface LinkRequest {
  readonly key: string
  /** Of the request that asks: links name the host that the client can reach. */
  readonly origin: string
  readonly lifetimeSeconds: number
  /** Name under which a browser saves the download. */
  readonly fileName?: string
}

/** An object that comes in parts, before they are joined. */
export interface PartsOf {
  readonly key: string
  readonly id: string
}
export interface StoredPart {
  /** Counts from 1. */
  readonly number: number
  readonly size: number
  readonly etag: string
}

export interface ObjectStore {
  /** Durable when it resolves: the bytes survive a power cut. */
  put(key: string, body: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions): Promise<ObjectInfo>
  /** Undefined: there is no such object. */
  get(key: string, range?: Range): Promise<StoredObject | undefined>
  head(key: string): Promise<ObjectInfo | undefined>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Everything below a prefix that ends in `/`. */
  deleteAll(prefix: string): Promise<void>
  /** Objects below a prefix that ends in `/`, or with the empty one all, by key. */
  list(prefix: string): Promise<ListedObject[]>
  /** A link that reads the object without a credential. */
  linkToGet(request: LinkRequest): string
  /** A link that stores exactly `size` bytes without a credential. */
  linkToPut(request: LinkRequest & { readonly size: number }): string

  /** Nothing is under the key before its parts are joined. @returns the id of the upload */
  beginParts(key: string, options: PutOptions): Promise<string>
  /** Durable when it resolves; in place of a part of that number. @throws PartsGone */
  putPart(upload: PartsOf, number: number, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredPart>
  /** A link that stores exactly `size` bytes as a part, without a credential. */
  linkToPutPart(request: LinkRequest & PartsOf & { readonly number: number; readonly size: number }): string
  /** By number. @throws PartsGone */
  listParts(upload: PartsOf): Promise<StoredPart[]>
  /**
   * Makes the object. Whoever asks again, because the answer was lost, gets it as well.
   * @param parts  as they were listed: numbers from 1 without a gap, and all of the same size but the last, which may be shorter
   * @throws PartsGone
   */
  joinParts(upload: PartsOf, parts: readonly StoredPart[], options: PutOptions): Promise<ObjectInfo>
  /** Neither joined nor dropped, of keys that begin with a prefix that ends in `/`. @param before  epoch milliseconds: begun, or at files given a part, before that */
  oldParts(prefix: string, before: number): Promise<PartsOf[]>
  /** Dropping what is not there is no error. */
  dropParts(upload: PartsOf): Promise<void>
}

/** There is no such upload in parts: it was joined, or dropped. */
export class PartsGone extends Error {
  override name = 'PartsGone'
}

export async function readAll(object: StoredObject): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of object.body) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * The key, if it stays below the store's root.
 * @throws RangeError  empty, absolute, with a backslash, a null byte, or an empty, `.` or `..` segment
 */
export function checkedKey(key: string): string {
  const segments = key.split('/')
  if (key.length > 2048 || /[\0\\]|^[a-zA-Z]:/.test(key) || segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw new RangeError('an object key is a relative path without empty, . or .. segments')
  return key
}
