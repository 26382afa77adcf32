// Texts in the fragment of a link, which a browser never sends to a server: with raw DEFLATE (RFC 1951) in base64url (RFC 4648 §5).
// A link that carries an edited program: `#edit=<example>~<core>~<source>`, the source packed.

export interface Shared {
  /** Id of the example that was edited. */
  readonly id: string
  /** Name of the core it ran on. */
  readonly core: string
  readonly source: string
}

const PREFIX = '#edit='
/** Bytes of a source that a link may unpack to: a small link must not fill the memory. */
const LONGEST = 200_000

/** The fragment of the link, `#` included. */
export async function fragmentOf({ id, core, source }: Shared): Promise<string> {
  return `${PREFIX}${[id, core].map(encodeURIComponent).join('~')}~${await packed(source)}`
}

/** Whether a fragment is one of ours and edits this example; cheap enough to ask for every program of a page. */
export function isEditOf(fragment: string, id: string): boolean {
  return fragment.startsWith(`${PREFIX}${encodeURIComponent(id)}~`)
}

/** @throws Error  the link is damaged: cut off, altered, or not UTF-8 */
export async function readFragment(fragment: string): Promise<Shared> {
  const [id, core, code, ...more] = fragment.slice(PREFIX.length).split('~')
  if (!fragment.startsWith(PREFIX) || !id || !core || code === undefined || more.length > 0) throw new Error('the link names no edited program')
  try {
    return { id: decodeURIComponent(id), core: decodeURIComponent(core), source: await unpacked(code) }
  } catch (cause) {
    throw new Error('the program in the link is damaged', { cause })
  }
}

/** A text as letters, digits, `-` and `_`. */
export async function packed(text: string): Promise<string> {
  return toBase64Url(await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), Number.POSITIVE_INFINITY))
}

/** @throws Error  the code is damaged, not UTF-8, or longer than a link may unpack to */
export async function unpacked(code: string): Promise<string> {
  const stream = new Blob([fromBase64Url(code)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(stream, LONGEST))
}

async function bytesOf(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    length += value.length
    if (length > limit) {
      await reader.cancel()
      throw new Error(`more than ${limit} bytes`)
    }
    chunks.push(value as Uint8Array<ArrayBuffer>)
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
