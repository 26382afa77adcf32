// Fortran sources to LLVM IR, by flang in a box of its own: a native program fed by strangers sees its libraries, the sources of this build and one
// folder that it writes into, and is held to limits by the kernel as well as by the watchdog.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Allowance } from '../../../box/limits.ts'
import { inBubblewrap, type NamespaceLevel } from '../../../box/node/isolation.ts'
import { kill } from '../../../box/node/kill.ts'
import { type Command, startCommand } from '../../../box/node/start.ts'
import { usageOf } from '../../../box/node/usage.ts'
import { watch } from '../../../box/node/watchdog.ts'
import type { Files } from '../../../types.ts'
import { absolute, buildDirectory } from '../../paths.ts'
import { flangMessages } from '../messages.ts'
import { FLANG_TARGET } from '../retarget.ts'
import type { Translation } from '../translation.ts'
import type { Flang } from './flang.ts'

export interface TranslateRequest {
  readonly flang: Flang
  readonly level: NamespaceLevel
  /** Of the whole build, so that includes are found. */
  readonly files: Files
  /** The sources in their order, each with its options. */
  readonly translations: readonly Translation[]
  /** Folders above the build directory that exist. */
  readonly above: number
  /** The text of module uxhw. */
  readonly uxhw: string
  readonly allowance: Allowance
  readonly signal?: AbortSignal | undefined
}
export interface Translated {
  /** IR by source, for each that has no errors. */
  readonly ir: Files
  readonly messages: string
  readonly failed: boolean
  /** All together passed it. */
  readonly limit?: keyof Allowance
}

/** Bytes of one file of IR. */
const IR_LIMIT = 256 << 20
const MESSAGE_LIMIT = 200_000
/** Virtual: the libraries alone map several hundred megabytes. */
const ADDRESS_SPACE = 6 * 2 ** 30

export async function translate({ flang, level, files, translations, above, uxhw, allowance, signal }: TranslateRequest): Promise<Translated> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-fortran-'))
  try {
    await placeFiles(join(folder, 'w'), files, above)
    await mkdir(join(folder, 'o', 'modules'), { recursive: true })
    await mkdir(join(folder, 'p'))
    await writeFile(join(folder, 'p', 'uxhw.f90'), uxhw)
    const usesUxhw = translations.some(({ source }) => /^\s*use\b.*\buxhw\b/im.test(new TextDecoder('latin1').decode(files.get(source))))
    if (usesUxhw) {
      const made = await run(boxed(flang, level, folder, above, [...COMMON, '-o', '/o/uxhw.ll', '/p/uxhw.f90']), allowance, signal)
      if (made.code !== 0) throw new Error(`the module uxhw could not be compiled: ${made.messages}`)
    }
    const ir = new Map<string, Uint8Array>()
    let messages = ''
    let failed = false
    let left = allowance
    for (const [index, { source, options }] of translations.entries()) {
      const name = `${index}.ll`
      const command = boxed(flang, level, folder, above, [...COMMON, ...options, '-o', `/o/${name}`, inBox(source, above)])
      const ended = await run(command, left, signal)
      messages += flangMessages(ended.messages, buildDirectory(above))
      if (ended.limit) return { ir, messages, failed: true, limit: ended.limit }
      if (ended.code === 0) ir.set(source, await bounded(join(folder, 'o', name)))
      else {
        failed = true
        if (messages === '') messages = `${source}: error: the Fortran compiler ended without a message (${ended.code})\n`
      }
      left = {
        ...left,
        processorMilliseconds: left.processorMilliseconds - ended.processorMilliseconds,
        wallMilliseconds: left.wallMilliseconds - ended.wallMilliseconds,
      }
    }
    return { ir, messages, failed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const COMMON = [
  `--target=${FLANG_TARGET}`,
  ...['-S', '-emit-llvm', '-gline-tables-only', '-gdwarf-4'],
  // Vectors would be taken apart again; contracted operations round differently from those of C.
  ...['-fno-vectorize', '-fno-slp-vectorize', '-ffp-contract=off', '-fno-color-diagnostics'],
  ...['-module-dir', '/o/modules', '-I/o/modules'],
]

async function placeFiles(root: string, files: Files, above: number): Promise<void> {
  const folders = new Set<string>([root + buildDirectory(above).slice(2)])
  const placed = [...files].map(([path, bytes]) => [root + absolute(path, above).slice(2), bytes] as const)
  for (const [path] of placed) folders.add(dirname(path))
  for (const path of folders) await mkdir(path, { recursive: true })
  for (const [path, bytes] of placed) await writeFile(path, bytes, { mode: 0o444 })
}
/** A name is never an option. */
function inBox(source: string, above: number): string {
  return source.startsWith('../') ? absolute(source, above) : /^[-@]/.test(source) ? `./${source}` : source
}

function boxed(flang: Flang, level: NamespaceLevel, folder: string, above: number, words: readonly string[]): Command {
  const home = dirname(dirname(flang.path)) // bin beside lib and include
  const own = flang.path.startsWith('/usr/lib/') ? [] : ['--ro-bind', home, home]
  const read = ['w', 'p'].flatMap((name) => ['--ro-bind', join(folder, name), `/${name}`])
  const written = ['--bind', join(folder, 'o'), '/o', '--size', String(64 << 20), '--tmpfs', '/tmp']
  const { file, ...box } = inBubblewrap(level, [...own, ...read, ...written], buildDirectory(above), [flang.path, ...words])
  const limits = [`--fsize=${IR_LIMIT}`, `--as=${ADDRESS_SPACE}`, '--core=0', '--nofile=256']
  return { ...box, file: 'prlimit', arguments: [...limits, '--', file, ...box.arguments] }
}

interface Ended {
  readonly code: number | string
  readonly messages: string
  readonly limit?: keyof Allowance
  readonly processorMilliseconds: number
  readonly wallMilliseconds: number
}
function run(command: Command, allowance: Allowance, signal: AbortSignal | undefined): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = startCommand(command)
    let messages = ''
    let limit: keyof Allowance | undefined
    const hear = (bytes: Buffer): void => {
      if (messages.length < MESSAGE_LIMIT) messages += bytes.toString('utf8')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.stdin.end()
    const watchdog = watch(
      allowance,
      () => (child.pid === undefined ? undefined : usageOf(child.pid)),
      (which) => {
        limit = which
        kill(child)
      },
    )
    const abort = (): void => kill(child)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    const end = (): void => {
      watchdog.stop()
      signal?.removeEventListener('abort', abort)
    }
    child.once('error', (error) => {
      end()
      reject(error)
    })
    child.once('close', (code, name) => {
      end()
      if (signal?.aborted) return reject(signal.reason)
      const { processorMilliseconds, wallMilliseconds } = watchdog.spent()
      resolve({ code: code ?? name ?? 'unknown', messages, ...(limit && { limit }), processorMilliseconds, wallMilliseconds })
    })
  })
}

async function bounded(path: string): Promise<Uint8Array> {
  if ((await stat(path)).size > IR_LIMIT) throw new Error('the IR is larger than its limit')
  return new Uint8Array(await readFile(path))
}
