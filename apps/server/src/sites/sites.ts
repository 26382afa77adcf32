// The documentation site at `/`, from the folder of its build. Until that is there, `/` says what is being prepared.
// The site is built with a placeholder for its address; pages leave here with the address they were asked at.
import { twinOf } from '@credence/search'
import type { FastifyReply } from 'fastify'
import { prefersHtml, prefersMarkdown } from '../http/accept.ts'
import type { Page, Pages } from '../http/feature.ts'
import { fileOf } from './files.ts'
import { DOCUMENT_GUARDS, PLAIN_POLICY } from './guards.ts'
import { openSender } from './sender.ts'

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
      if (path === '/docs' || path === '/docs/') return moved('/')
      const home = path.replace(INDEX, '/').replace(RENAMED, '/docs/uxhw-api/')
      const page = home.endsWith('/') ? home : `${home}/`
      if (home !== path && (await fileOf(docs, page))) return moved(page)
      const twin = prefersMarkdown(accept) ? await fileOf(docs, twinOf(path)) : undefined
      const file = twin ?? (await fileOf(docs, path))
      if (file) return { send: (reply) => sender.send(reply.code(200), docs, file) }
      if (!path.endsWith('/') && (await fileOf(docs, `${path}/`))) return moved(`${path}/`)
      const bare = path.replace(/\.html$/, '/')
      if (bare !== path && (await fileOf(docs, bare))) return moved(bare)
      return welcomeAt(path, preparing)
    },
    async notFound(reply) {
      const docs = folder()
      const file = docs === undefined ? undefined : await fileOf(docs, '/404.html')
      return file ? sender.send(reply.code(404), docs!, file) : sendHtml(reply.code(404), NOT_FOUND)
    },
  }
}

/** A page has one address, which ends with a slash. */
const INDEX = /\/index\.html$/
/** As older pages call it; the site itself has a page for each that leads on, for hosts that only have files. */
const RENAMED = /^\/docs\/hardware-api\//

/** For ever, and with what was asked: `/search?q=word` is a search. */
const moved = (to: string): Page => ({
  send: (reply) => reply.redirect(to + (/\?.*$/.exec(reply.request.url)?.[0] ?? ''), 301),
})

function welcomeAt(path: string, preparing: Preparing): Page | undefined {
  return path === '/' ? { send: (reply) => sendHtml(reply.code(200), welcome(preparing())) } : undefined
}

/** A reader of a page that is still being built waits for it; the API's clients do not ask for HTML. */
function waitingAt(path: string, accept: string, preparing: Preparing): Page | undefined {
  const preparation = preparing()
  if (preparation.parts.length === 0 || !prefersHtml(accept) || !/^\/(docs|search)(\/|$)/.test(path)) return undefined
  return { send: (reply) => sendHtml(reply.code(503).header('retry-after', '10'), welcome(preparation)) }
}

export const sendHtml = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': PLAIN_POLICY, ...DOCUMENT_GUARDS })
    .send(html)

export const document = (title: string, body: string, head = ''): string => `<!doctype html>
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
