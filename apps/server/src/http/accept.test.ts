import { expect, test } from 'vitest'
import { prefersHtml, prefersMarkdown, takesBrotli } from './accept.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/plain, */*', false],
  ['text/html;q=0.5,application/json', false],
  ['text/html;q=0', false],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['application/json;q=0.9, text/html', true],
  [BROWSER, true],
])('Accept %s: a page rather than JSON is %s', (accept, html) => expect(prefersHtml(accept)).toBe(html))

test.each([
  [undefined, false],
  ['*/*', false],
  [BROWSER, false],
  ['text/html,text/markdown;q=0.5', false],
  ['text/markdown;q=0, text/html', false],
  ['text/markdown', true],
  ['text/markdown, */*;q=0.1', true],
  ['text/markdown, text/html;q=0.9', true],
])('Accept %s: Markdown rather than a page is %s', (accept, markdown) => expect(prefersMarkdown(accept)).toBe(markdown))

test.each([
  [undefined, false],
  ['', false],
  ['gzip', false],
  ['gzip, br;q=0', false],
  ['brotli', false],
  ['gzip, deflate, br, zstd', true],
  ['gzip;q=1, br;q=0.2', true],
])('Accept-Encoding %s: Brotli is %s', (encodings, taken) => expect(takesBrotli(encodings)).toBe(taken))
