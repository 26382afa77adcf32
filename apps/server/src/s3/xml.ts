// What an S3 server answers in XML: listings of objects (ListObjectsV2, with keys encoded as in addresses), of parts, of uploads, and errors. The answer may be
// a stranger's: nothing in it is believed beyond its length, and what has another form is no listing.

export interface ListedObject {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** As it was sent, in its quotes. */
  readonly etag: string
  /** Epoch milliseconds; 0: it is not said. */
  readonly modifiedAt: number
}
export interface Listing {
  readonly objects: readonly ListedObject[]
  /** Of the next page; absent on the last. */
  readonly next?: string
}

/** @throws Error  it is no listing */
export function readListing(xml: string): Listing {
  const [head = '', ...parts] = xml.split('<Contents>')
  const tail = parts.at(-1)?.split('</Contents>')[1] ?? ''
  const outside = head + tail
  if (!/<ListBucketResult[\s>/]/.test(head)) throw new Error('it answers a listing with something else')
  const isEncoded = textOf(outside, 'EncodingType') === 'url'
  const decoded = (text: string): string => (isEncoded ? decodeURIComponent(text.replaceAll('+', ' ')) : text)
  const objects = parts.map((part): ListedObject => {
    const own = part.split('</Contents>')[0] ?? ''
    const [key, size] = [textOf(own, 'Key'), textOf(own, 'Size')]
    if (key === undefined || size === undefined || !/^\d{1,15}$/.test(size)) throw new Error('it lists an object without a key or a size')
    return { key: decoded(key), size: Number(size), etag: textOf(own, 'ETag') ?? '', modifiedAt: Date.parse(textOf(own, 'LastModified') ?? '') || 0 }
  })
  if (textOf(outside, 'IsTruncated') !== 'true') return { objects }
  const next = textOf(outside, 'NextContinuationToken')
  if (next === undefined || next === '') throw new Error('its listing goes on without saying where')
  return { objects, next }
}

/** The text of the first element of that name, or undefined. */
export function textOf(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`)
  const end = xml.indexOf(`</${name}>`, start)
  if (start < 0 || end < 0) return undefined
  return plain(xml.slice(start + name.length + 2, end))
}

/** The insides of all elements of that name, none of which holds another of it. */
export const elementsOf = (xml: string, name: string): string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((part) => part.split(`</${name}>`)[0] ?? '')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
function plain(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(\w{2,4}));/g, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** `<Code>` and `<Message>` of an error, in words. */
export function readFault(xml: string): string | undefined {
  const [code, message] = [textOf(xml, 'Code'), textOf(xml, 'Message')]
  const words = [code, message].filter((word) => word !== undefined && word !== '').join(': ')
  return words === '' ? undefined : printable(words).slice(0, 300)
}
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ')
