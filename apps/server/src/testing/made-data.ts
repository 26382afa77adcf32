// For tests only: the data that initdb makes, kept in the cache folder of the tests. initdb takes a second of processor time, a copy a tenth of that.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepLast, keptFolder } from '@credence/engine/kept'
import { CACHE } from '../../../../tools/cache.ts'
import { startEmbeddedDatabase } from '../database/embedded.ts'

const PINNED = join(import.meta.dirname, '../../package.json')
const EMBEDDED = join(import.meta.dirname, '../database/embedded.ts')

/** Puts data into a folder that no `startEmbeddedDatabase` has seen, so that it needs no initdb. */
export async function lendData(folder: string): Promise<void> {
  const kept = await keptFolder(join(CACHE, `postgres-${contentKey()}`), makeData)
  mkdirSync(folder, { recursive: true })
  copy(join(kept, 'data'), join(folder, 'data'))
}

/** What initdb and its options are, and who they belong to. */
function contentKey(): string {
  const parts = [...[PINNED, EMBEDDED].map((path) => readFileSync(path)), String(process.getuid?.())]
  return parts
    .reduce((hash, part) => hash.update(part), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)
}

async function makeData(draft: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'credence-data-'))
  try {
    await (await startEmbeddedDatabase(join(folder, 'postgres'))).stop()
    copy(join(folder, 'postgres/data'), join(draft, 'data'))
    await keepLast(CACHE, /^postgres-[0-9a-f]{16}$/, 2)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function copy(from: string, to: string): void {
  const done = spawnSync('cp', ['-R', from, to], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`the data could not be copied: ${done.error?.message ?? done.stderr}`)
  chmodSync(to, 0o700) // PostgreSQL asks for it
}
