// SHA-256 (FIPS 180-4), for pages that a browser does not call secure: over plain HTTP from another machine it hides `crypto.subtle`.
// Where that is there it is used, since it is many times faster.

/** @returns the 32 bytes of the digest */
export async function sha256(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto }
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', message)) : sha256Here(message)
}

/** The same without the browser's help. */
export function sha256Here(message: Uint8Array): Uint8Array {
  const state = INITIAL.slice()
  const schedule = new Uint32Array(64)
  const padded = pad(message)
  for (let block = 0; block < padded.byteLength; block += BLOCK) compress(state, padded, block, schedule)
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => {
    digest.setUint32(4 * i, word)
  })
  return new Uint8Array(digest.buffer)
}

const BLOCK = 64 // bytes

/** §5.1.1: a one bit, zeros, and the length in bits as a 64-bit number, up to whole blocks. */
function pad(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n)
  return view
}

/** §6.2.2 for one block; letters as there. */
function compress(state: Uint32Array, view: DataView, block: number, W: Uint32Array): void {
  for (let t = 0; t < 16; t++) W[t] = view.getUint32(block + 4 * t)
  for (let t = 16; t < 64; t++) {
    const [w15, w2] = [W[t - 15]!, W[t - 2]!]
    const sigma0 = rotr(w15, 7) ^ rotr(w15, 18) ^ (w15 >>> 3)
    const sigma1 = rotr(w2, 17) ^ rotr(w2, 19) ^ (w2 >>> 10)
    W[t] = sigma1 + W[t - 7]! + sigma0 + W[t - 16]!
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const T1 = (h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + K[t]! + W[t]!) | 0
    const T2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + T1) | 0
    d = c
    c = b
    b = a
    a = (T1 + T2) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word
}

const rotr = (x: number, n: number) => (x >>> n) | (x << (32 - n))

// §4.2.2 and §5.3.3: the first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8.
const PRIMES = primes(64)
const INITIAL = Uint32Array.from(PRIMES.slice(0, 8), (p) => fraction(p, 2))
const K = Uint32Array.from(PRIMES, (p) => fraction(p, 3))

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** floor(p^(1/root) · 2^32) mod 2^32, exactly. */
function fraction(p: number, root: 2 | 3): number {
  const target = BigInt(p) << BigInt(32 * root)
  let x = BigInt(Math.floor(p ** (1 / root) * 2 ** 32))
  while (x ** BigInt(root) > target) x--
  while ((x + 1n) ** BigInt(root) <= target) x++
  return Number(x & 0xffffffffn)
}
