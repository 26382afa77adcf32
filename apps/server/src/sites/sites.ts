// The documentation site at `/`, from the folder of its build. Until that is there, `/` says what is being prepared.
// The site is built with a placeholder for its address; pages leave here with the address they were asked at.
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { PLACEHOLDER_ORIGIN, twinOf } from '@credence/search'
import type { FastifyReply } from 'fastify'
import { prefersHtml, prefersMarkdown, takesBrotli } from '../http/accept.ts'
import type { Page, Pages } from '../http/feature.ts'
import { originOf } from '../http/origin.ts'
import { fileOf, type SiteFile } from './files.ts'
import { DOCUMENT_GUARDS, FILE_GUARDS, PLAIN_POLICY, pagePolicy } from './guards.ts'

export interface Preparation {
  /** What is still being prepared, for people; empty when all is there. */
  readonly parts: readonly string[]
  /** The documentation site could not be built. */
  readonly siteFailed: boolean
}
export type Preparing = () => Preparation

export interface SitesOptions {
  /** Of the built site, once it is there. */
  readonly folder: () => string | undefined
  readonly preparing: Preparing
  /** Absent: the host that the request names. */
  readonly origin: string | undefined
}

export function openSites({ folder, preparing, origin }: SitesOptions): Pages {
  const sender = openSender(origin)
  return {
    async page(path, accept = '') {
      const docs = folder()
      if (docs === undefined) return welcomeAt(path, preparing) ?? waitingAt(path, accept, preparing)
      if (path === '/docs' || path === '/docs/') return { send: (reply) => reply.redirect('/', 301) }
      const twin = prefersMarkdown(accept) ? await fileOf(docs, twinOf(path)) : undefined
      const file = twin ?? (await fileOf(docs, path))
      if (file) return { send: (reply) => sender.send(reply.code(200), docs, file) }
      if (!path.endsWith('/') && (await fileOf(docs, `${path}/`))) return { send: (reply) => reply.redirect(`${path}/`, 301) }
      const bare = path.replace(/(\/index)?\.html$/, '/')
      if (bare !== path && (await fileOf(docs, bare))) return { send: (reply) => reply.redirect(bare, 301) }
      return welcomeAt(path, preparing)
    },
    async notFound(reply) {
      const docs = folder()
      const file = docs === undefined ? undefined : await fileOf(docs, '/404.html')
      return file ? sender.send(reply.code(404), docs!, file) : sendHtml(reply.code(404), NOT_FOUND)
    },
  }
}

function welcomeAt(path: string, preparing: Preparing): Page | undefined {
  return path === '/' ? { send: (reply) => sendHtml(reply.code(200), welcome(preparing())) } : undefined
}

/** A reader of a page that is still being built waits for it; the API's clients do not ask for HTML. */
function waitingAt(path: string, accept: string, preparing: Preparing): Page | undefined {
  const preparation = preparing()
  if (preparation.parts.length === 0 || !prefersHtml(accept) || !/^\/(docs|search)(\/|$)/.test(path)) return undefined
  return { send: (reply) => sendHtml(reply.code(503).header('retry-after', '10'), welcome(preparation)) }
}

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

function openSender(fixedOrigin: string | undefined) {
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

const sendHtml = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': PLAIN_POLICY, ...DOCUMENT_GUARDS })
    .send(html)

const document = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${head}
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><main>${body}</main></body></html>
`
const NOT_FOUND = document('Page not found', '<h1>Page not found</h1><p>There is no page at this address. <a href="/">Go to the start page</a>.</p>')

const SITE_FAILED = '<p>The documentation site could not be built. The log of the platform says why; the next start tries again.</p>'

function welcome({ parts, siteFailed }: Preparation): string {
  const list = parts.map((part) => `<li>${part.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</li>`).join('')
  const body =
    parts.length > 0
      ? `<h1>Credence is getting ready</h1><p>Being prepared:</p><ul>${list}</ul><p>The API answers already. This page looks again every two seconds.</p>`
      : `<h1>Credence</h1><p>The API is ready.</p>${siteFailed ? SITE_FAILED : ''}`
  const links = '<p><a href="/openapi.json">API description</a> · <a href="/health">Health</a></p>'
  return document('Credence', body + links, parts.length > 0 ? '<meta http-equiv="refresh" content="2">' : '')
}
