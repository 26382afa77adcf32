import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { hash } from './object-cache.ts'
import { sha256Here } from './sha256.ts'

fc.configureGlobal({ seed: 1 })

afterEach(() => vi.unstubAllGlobals())
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

// FIPS 180-4 examples, published by NIST.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
])('the published digest of %j', (text, digest) => {
  expect(hex(sha256Here(new TextEncoder().encode(text)))).toBe(digest)
})

test('digests of any length equal those of Node', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(hex(sha256Here(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'))
    }),
  )
})

test('keys of the cache are the same where the browser hides its digests', async () => {
  const chunks = [new TextEncoder().encode('main.c\0'), new Uint8Array(1000).fill(7)]
  const withDigests = await hash(chunks)
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(await hash(chunks)).toBe(withDigests)
})
