// The keys that seal: of the settings, or one made on the first start, in a file of the data folder that only its owner reads.
import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSealingKey, type SealingKey } from './key.ts'
import { type Sealing, sealingWith } from './sealing.ts'

export const SEALING_FILE = 'sealing-key'

export interface SealingSettings {
  /** The data folder. */
  readonly home: string
  readonly sealingKeys: readonly SealingKey[]
}

/** @throws Error  the file holds something else */
export async function openSealing({ home, sealingKeys }: SealingSettings): Promise<Sealing> {
  const [first, ...others] = sealingKeys
  return sealingWith(first ? [first, ...others] : [await keyOfFolder(home)])
}

async function keyOfFolder(home: string): Promise<SealingKey> {
  const path = join(home, SEALING_FILE)
  const found = await readFile(path, 'utf8').catch(async (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    await makeKey(path)
    return readFile(path, 'utf8')
  })
  const key = readSealingKey(found)
  if (!key) throw new Error(`${path} holds no key: bring it back from a backup, or what was sealed with it is lost`)
  return key
}

/** Whole or not at all: of two processes that start at once the second takes the first one's. */
async function makeKey(path: string): Promise<void> {
  const own = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  const id = randomBytes(4).toString('hex')
  await writeFile(own, `${id}:${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(own, path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  } finally {
    await rm(own, { force: true })
  }
}
