// What browsers are told about the pages of a site: which code they may run, whom they may connect to, that nobody may frame them.
import { createHash } from 'node:crypto'

/** For every file of a site. */
export const FILE_GUARDS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const

/** For documents, which run code: pages, and pictures that are XML. */
export const DOCUMENT_GUARDS = {
  ...FILE_GUARDS,
  'x-frame-options': 'DENY', // for browsers that do not know frame-ancestors
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** Of a script: one that runs as a worker has the policy of its own file. They compile programs of readers, and fetch what that takes. */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'"

/** Of a page made here, without a script: a little style and nothing else. */
export const PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The content security policy of a page: scripts are files of the site, and those in the page, each by the hash of its text (CSP Level 3, 6.6.2).
 * WebAssembly runs the examples. Styles may stand in the page: plots and the code editor place things by them.
 * @param html         the page as it is sent
 * @param connections  origins beside the site's own that its pages ask
 */
export function pagePolicy(html: string, connections: readonly string[]): string {
  const directives = [
    "default-src 'none'",
    ['script-src', "'self'", "'wasm-unsafe-eval'", ...new Set(inlineScripts(html).map(hashOf))].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...connections].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return directives.join('; ')
}

/** Texts of the scripts in a page that a browser runs; data blocks are none. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script\s*>/gis)]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes) && !/\stype\s*=\s*["']?(?!module|text\/javascript)/i.test(attributes))
    .map(([, , text = '']) => text)
}

/** Browsers hash what they parsed, whose lines end in one character (HTML, 13.2.3.5). */
function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script.replace(/\r\n?/g, '\n')).digest('base64')}'`
}

/**
 * The content security policy of the console: as that of pages, but styles need the nonce of the page, and nothing comes from anywhere but the platform and
 * its object store.
 * @param nonce   of this answer; the page tells it to what makes styles as it runs
 * @param stores  origins of signed links
 */
export function consolePolicy(html: string, nonce: string, stores: readonly string[]): string {
  const directives = [
    "default-src 'self'",
    ['script-src', "'self'", "'wasm-unsafe-eval'", ...new Set(inlineScripts(html).map(hashOf))].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    ['img-src', "'self'", 'data:', 'blob:', ...stores].join(' '),
    ['connect-src', "'self'", ...stores].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return directives.join('; ')
}
