// The console below `/console/`: one page for all its screens, whose scripts and styles are named by their content. The page gets a nonce for styles each
// time it is sent, so it has no validator; everything else is kept by browsers.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CONSOLE_PATH } from '@credence/contract'
import { prefersHtml } from '../http/accept.ts'
import type { Page } from '../http/feature.ts'
import { fileOf } from './files.ts'
import { consolePolicy, DOCUMENT_GUARDS, PLAIN_POLICY } from './guards.ts'
import { openSender } from './sender.ts'

export interface ConsoleOptions {
  /** Of the built console, once it is there. */
  readonly folder: () => string | undefined
  /** It could not be built. */
  readonly failed: () => boolean
  /** Origins of the object store: files of users and outputs are fetched from there. */
  readonly stores: readonly string[]
  /** Where people agree to connect their account to GitHub; undefined: this platform is no app there. */
  readonly githubLogin?: string | undefined
}
/** In the built page, where the nonce belongs, and the address. */
const NONCE = '__CREDENCE_NONCE__'
const GITHUB = '__CREDENCE_GITHUB__'

/** The page at a path; undefined where the path is not the console's or the file is none of it. */
export function openConsole({
  folder,
  failed,
  stores,
  githubLogin = '',
}: ConsoleOptions): (path: string, accept: string) => Promise<Page | undefined> {
  const sender = openSender(undefined)
  return async (path, accept) => {
    if (path === CONSOLE_PATH.slice(0, -1)) return { send: (reply) => reply.redirect(CONSOLE_PATH, 308) }
    if (!path.startsWith(CONSOLE_PATH)) return undefined
    const files = folder()
    if (files === undefined) return prefersHtml(accept) ? { send: (reply) => reply.code(503).headers(WAITING).send(waiting(failed())) } : undefined
    const inside = `/${path.slice(CONSOLE_PATH.length)}`
    const file = inside === '/' || inside === '/index.html' ? undefined : await fileOf(files, inside)
    if (file) return { send: (reply) => sender.send(reply.code(200), files, file) }
    if (inside.startsWith('/assets/')) return undefined // of another version: nothing stands in for it
    const html = await readFile(`${files}/index.html`, 'utf8')
    return {
      send(reply) {
        const nonce = randomBytes(16).toString('base64')
        const shell = html.replaceAll(NONCE, nonce).replace(GITHUB, () => inAttribute(githubLogin))
        return reply
          .code(200)
          .type('text/html; charset=utf-8')
          .headers({
            'cache-control': 'no-cache',
            vary: 'accept',
            'content-security-policy': consolePolicy(shell, nonce, stores),
            ...DOCUMENT_GUARDS,
          })
          .send(shell)
      },
    }
  }
}

const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const WAITING = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'retry-after': '2',
  'content-security-policy': PLAIN_POLICY,
  ...DOCUMENT_GUARDS,
}
const waiting = (failed: boolean): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Credence</title>
${failed ? '' : '<meta http-equiv="refresh" content="2">'}
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><main>${
  failed
    ? '<h1>The console could not be built</h1><p>The log of the platform says why; the next start tries again. The API is not affected.</p>'
    : '<h1>The console is getting ready</h1><p>This page looks again every two seconds. The API answers already.</p>'
}</main></body></html>
`
