// Passwords are kept as Argon2id hashes (RFC 9106), written as the PHC string format has it. Parameters: OWASP, Password Storage Cheat Sheet, 19 MiB and
// two passes, some 30 ms. Few are computed at a time: each takes a processor and its memory.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { errors } from '@credence/contract'

const compute = promisify(argon2)
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const [SALT_BYTES, HASH_BYTES] = [16, 32]
const AT_A_TIME = 2
const MOST_WAITING = 30

/** @throws ApiError 429 when too many wait for theirs */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(await derive(password, salt))}`
}

/** What is compared with where there is no account, so that an answer takes as long as with one. */
let nobody: Promise<string> | undefined
function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(randomBytes(32).toString('hex')).catch((cause: unknown) => {
    nobody = undefined
    throw cause
  })
  return nobody
}

/** @param stored  undefined: there is no such account, or it has no password. @throws ApiError 429 when too many wait for theirs */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? (await hashOfNobody())) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(hash, 'base64')
  const found = await derive(password, Buffer.from(salt, 'base64'), cost)
  return found.length === expected.length && timingSafeEqual(found, expected) && stored !== undefined
}

let working = 0
const waiting: (() => void)[] = []
/** The same letters can be typed as different characters: NIST SP 800-63B, 3.1.1.2, has them normalised. */
async function derive(password: string, nonce: Uint8Array, cost: { memory: number; passes: number; parallelism: number } = COST): Promise<Buffer> {
  if (working >= AT_A_TIME) {
    if (waiting.length >= MOST_WAITING) throw errors.tooManyRequests(1)
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  working++
  try {
    return await compute('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: HASH_BYTES, ...cost })
  } finally {
    working--
    waiting.shift()?.()
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
