// Sends the files of a site: from memory with their address in place, compressed, named so that browsers ask again only for what changed.
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { PLACEHOLDER_ORIGIN } from '@credence/search'
import type { FastifyReply } from 'fastify'
import { takesBrotli } from '../http/accept.ts'
import { originOf } from '../http/origin.ts'
import type { SiteFile } from './files.ts'
import { DOCUMENT_GUARDS, FILE_GUARDS, PLAIN_POLICY, pagePolicy, SCRIPT_POLICY } from './guards.ts'

export type Sender = ReturnType<typeof openSender>

interface Made {
  readonly plain: Buffer
  /** It says the address it is asked at, so its name alone does not tell its content. */
  readonly isPlaced: boolean
  brotli?: Promise<Buffer>
  policy?: Promise<string>
}
const MADE_BYTES = 30_000_000 // of texts with their address, kept in memory
const WORTH_IT = 1000 // bytes from which a text is compressed
const LASTING = 'public, max-age=31536000, immutable'
const SETTLING = 'public, max-age=3600' // until a platform that was given another address is known by it everywhere

/** @param fixedOrigin  absent: the host that the request names */
export function openSender(fixedOrigin: string | undefined) {
  const made = new Map<string, Made>()
  let bytes = 0

  /** The text with its address in place, from memory where it was asked for before. */
  async function text(path: string, etag: string, origin: string): Promise<Made> {
    const key = `${path}\0${etag}\0${origin}`
    const kept = made.get(key)
    if (kept) return kept
    const said = await readFile(path, 'utf8')
    const plain = Buffer.from(said.replaceAll(PLACEHOLDER_ORIGIN, origin))
    const fresh: Made = { plain, isPlaced: said.includes(PLACEHOLDER_ORIGIN) }
    bytes += plain.length
    if (bytes > MADE_BYTES) {
      made.clear()
      bytes = plain.length
    }
    made.set(key, fresh)
    return fresh
  }

  async function send(reply: FastifyReply, folder: string, { path, size, etag }: SiteFile): Promise<FastifyReply> {
    const { request } = reply
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    const hashed = path.includes(`${sep}assets${sep}`)
    const origin = originOf(request, fixedOrigin)
    const { 'accept-encoding': encodings } = request.headers
    const compresses = takesBrotli(encodings)
    const isPage = type.startsWith('text/html')
    // A compressed twin is there only for files without the placeholder. The policy of a page follows from its text.
    const twin = compresses && !isPage ? await stat(`${path}.br`).catch(() => undefined) : undefined
    const content = twin || !isText(type) ? undefined : await text(path, etag, origin)
    const encoded = twin !== undefined || (compresses && content !== undefined && size >= WORTH_IT)
    const tag = `"${etag}${content?.isPlaced ? `@${origin}` : ''}${encoded ? '-br' : ''}"`
    reply.headers({
      'cache-control': !hashed ? 'public, no-cache' : content?.isPlaced ? SETTLING : LASTING,
      vary: content?.isPlaced && fixedOrigin === undefined ? 'accept, accept-encoding, host' : 'accept, accept-encoding',
      ...(isPage || isPicture(type) ? DOCUMENT_GUARDS : FILE_GUARDS),
    })
    if (isPage && content) {
      content.policy ??= policyOf(content.plain, folder)
      reply.header('content-security-policy', await content.policy)
    } else if (isPicture(type)) reply.header('content-security-policy', PLAIN_POLICY)
    else if (type.startsWith('text/javascript')) reply.header('content-security-policy', SCRIPT_POLICY)
    reply.header('etag', tag)
    if (reply.statusCode === 200 && request.headers['if-none-match'] === tag) return reply.code(304).send()
    reply.type(type)
    if (encoded) reply.header('content-encoding', 'br')
    if (content === undefined) {
      reply.header('content-length', String(twin?.size ?? size))
      return request.method === 'HEAD' ? reply.send('') : reply.send(createReadStream(twin ? `${path}.br` : path))
    }
    if (encoded) content.brotli ??= promisify(brotliCompress)(content.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    const body = encoded ? await content.brotli : content.plain
    return reply.header('content-length', String(body?.length ?? 0)).send(request.method === 'HEAD' ? '' : body)
  }
  return { send }
}

async function policyOf(page: Buffer, folder: string): Promise<string> {
  return pagePolicy(page.toString(), await connectionsOf(folder))
}

/** What the build of the site wrote (apps/docs/src/search/connections.ts); sites of others may have none. */
async function connectionsOf(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'connections.json'), 'utf8').catch(() => '[]')
  const listed: unknown = JSON.parse(text)
  return Array.isArray(listed) ? listed.filter((each): each is string => typeof each === 'string' && /^https?:\/\/[\w.:[\]-]+$/.test(each)) : []
}

/** Pictures that are documents of their own where they are opened alone. */
const isPicture = (type: string): boolean => type === 'image/svg+xml' || type.startsWith('application/xml')

const isText = (type: string): boolean => /^text\/|json|xml|manifest/.test(type)

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}
