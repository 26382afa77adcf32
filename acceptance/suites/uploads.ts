// `credence files put` of a large file through kill -9 of the command and of the whole platform: parts that were acknowledged stay, the file is whole in the end, and
// the platform keeps none of it in memory.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@credence/contract'
import type { Report } from '../check.ts'
import { command, type Platform } from '../platform.ts'

const PARTS = 12
const BYTES = (PARTS - 1) * LIMITS.uploads.partBytes + 12_345
const PATIENCE_MS = 120_000
const SLICE_MS = 20

interface Part {
  readonly PartNumber: number
  readonly IsStored: boolean
}

export async function uploads(platform: Platform, report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-uploads-'))
  const file = join(folder, 'year.bin')
  const note = `${file}.upload`
  const bytes = randomBytes(BYTES)
  await writeFile(file, bytes)
  const put = (): ChildProcess =>
    spawn(resolve('node_modules/.bin/credence'), ['files', 'put', file, 'deep/year.bin'], {
      env: { ...process.env, CREDENCE_HOST: platform.origin, CREDENCE_API_KEY: platform.key, XDG_CONFIG_HOME: folder },
      stdio: 'ignore',
      detached: true,
    })
  const ended = (child: ChildProcess) => new Promise<number | null>((done) => child.once('close', done))
  const kill = async (child: ChildProcess): Promise<void> => {
    const end = ended(child)
    process.kill(-child.pid!, 'SIGKILL')
    await end
  }
  const stored = async (): Promise<{ id: string; numbers: number[] }> => {
    const { Uploads } = (await platform.call('GET', '/uploads')).json as { Uploads: { UploadID: string; Path: string }[] }
    const id = Uploads.find(({ Path }) => Path === 'deep/year.bin')?.UploadID
    if (id === undefined) return { id: '', numbers: [] }
    const { Parts = [] } = (await platform.call('GET', `/uploads/${id}/parts`)).json as { Parts?: Part[] }
    return { id, numbers: Parts.filter(({ IsStored }) => IsStored).map(({ PartNumber }) => PartNumber) }
  }
  /** The command is held while one looks, or a machine that is slow to look would find all of it sent. */
  const reached = async (sender: ChildProcess, count: number) => {
    for (const began = Date.now(); ; ) {
      process.kill(-sender.pid!, 'SIGCONT')
      await sleep(SLICE_MS)
      process.kill(-sender.pid!, 'SIGSTOP')
      const now = await stored()
      if (now.numbers.length >= count) return now
      if (Date.now() - began > PATIENCE_MS) throw new Error(`only ${now.numbers.length} of ${count} parts came within ${PATIENCE_MS / 1000} s`)
    }
  }
  try {
    const first = put()
    await reached(first, 2)
    await kill(first)
    const killed = await stored()
    report.check(
      'a command that is killed leaves parts, and a note beside the file',
      killed.numbers.join(),
      killed.numbers.length >= 2 && existsSync(note),
    )
    const second = put()
    const acknowledged = await reached(second, Math.min(PARTS - 1, killed.numbers.length + 2))
    process.kill(-second.pid!, 'SIGCONT')
    platform.signalAll('SIGKILL')
    second.once('close', () => {})
    process.kill(-second.pid!, 'SIGKILL')
    await sleep(500)
    await platform.up()
    const before = memoryOf(platform)
    const after = await stored()
    const lost = [...killed.numbers, ...acknowledged.numbers].filter((number) => !after.numbers.includes(number))
    report.check('the same upload goes on', [killed.id, acknowledged.id, after.id], killed.id === acknowledged.id && killed.id === after.id)
    report.equal('acknowledged parts that kill -9 of the platform lost', lost, [])
    report.equal('the same command then ends well', await ended(put()), 0)
    report.equal('its note is gone', existsSync(note), false)
    const { json } = await platform.call('GET', '/files/deep/year.bin?download=true')
    report.equal('bytes of the file', json.size, BYTES)
    const there = Buffer.from(await (await fetch(String(json.download_url))).arrayBuffer())
    report.equal('the file is the one that was sent', hash(there), hash(bytes))
    const range = await fetch(String(json.download_url), {
      headers: { range: `bytes=${LIMITS.uploads.partBytes - 3}-${LIMITS.uploads.partBytes + 2}` },
    })
    const [from, to] = [LIMITS.uploads.partBytes - 3, LIMITS.uploads.partBytes + 3]
    report.equal('a range over two parts', hash(Buffer.from(await range.arrayBuffer())), hash(bytes.subarray(from, to)))
    report.equal('uploads that are left', (await stored()).id, '')
    report.atMost('megabytes that the API has more than before', (memoryOf(platform) - before) / 1e6, 200)
    await platform.call('DELETE', '/files/deep?directory=true&recursive=true')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The most that the process which answers had at a time. */
function memoryOf(platform: Platform): number {
  const pid = platform.processes().find((one) => /server\/src\/main\.ts/.test(command(one)) && !/node\.cjs|npm|worker/.test(command(one)))
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
