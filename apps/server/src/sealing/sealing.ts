// Secrets that the platform has to hand on: a token of GitHub, keys of buckets, passwords of git. They are stored sealed, AES-256-GCM under a key
// that the database does not hold, so that a copy of the database is no copy of them.
// Sealed text: `1.<id of the key>.<nonce, cipher text and tag in base64url>`. NIST SP 800-38D: a random nonce of 96 bits serves 2^32 texts of a key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SealingKey } from './key.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = '1'

export interface Sealing {
  /** @param place  what the text is and whose, as `github-token:usr_…`: sealed for one place it opens at no other */
  seal(text: string, place: string): string
  /** @throws SealBroken  it was changed, is of another place, or its key is not there */
  unseal(sealed: string, place: string): string
  /** Whether it was sealed with the key in use now; if not, it is to be sealed anew when it is read. */
  isCurrent(sealed: string): boolean
}

/** A sealed text that cannot be opened. The message names no part of it. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** @param keys  the first seals; all of them open */
export function sealingWith(keys: readonly [SealingKey, ...SealingKey[]]): Sealing {
  const [current] = keys
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, current.bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(bound(current.id, place))
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, current.id, body.toString('base64url')].join('.')
    },
    unseal(sealed, place) {
      const [version, id, encoded = '', ...more] = sealed.split('.')
      const key = keys.find((one) => one.id === id)
      if (version !== VERSION || more.length > 0) throw new SealBroken('a stored secret has an unknown form')
      if (!key) throw new SealBroken('a stored secret was sealed with a key that CREDENCE_SEALING_KEYS does not name')
      const body = Buffer.from(encoded, 'base64url')
      if (body.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken('a stored secret is cut off')
      const opener = createDecipheriv(CIPHER, key.bytes, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(bound(key.id, place))
        .setAuthTag(body.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([opener.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), opener.final()]).toString('utf8')
      } catch {
        throw new SealBroken('a stored secret was changed, or belongs elsewhere')
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${current.id}.`),
  }
}

/** What the tag vouches for besides the text. */
const bound = (id: string, place: string): Buffer => Buffer.from(`${VERSION}.${id}.${place}`)
