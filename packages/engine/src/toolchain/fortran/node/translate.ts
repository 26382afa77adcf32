// Fortran sources to LLVM IR, by flang in a box of its own: a native program fed by strangers sees its libraries, the sources of this build and one
// folder that it writes into, and is held to limits by the kernel as well as by the watchdog.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Allowance } from '../../../box/limits.ts'
import { inBubblewrap, type NamespaceLevel } from '../../../box/node/isolation.ts'
import { kill } from '../../../box/node/kill.ts'
import { type Command, startCommand } from '../../../box/node/start.ts'
import { usageOf } from '../../../box/node/usage.ts'
import { watch } from '../../../box/node/watchdog.ts'
import type { Files } from '../../../types.ts'
import { absolute, buildDirectory } from '../../paths.ts'
import { cutLine, flangMessages } from '../messages.ts'
import { FLANG_TARGET } from '../retarget.ts'
import { sourceForm } from '../sources.ts'
import type { Translation } from '../translation.ts'
import { hasWideForall, mayHaveWideIntegers, withWideLoops } from '../wide-loops.ts'
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
  /** Files that lie over those of flang, by their place. */
  readonly replaced: Files
  /** Modules of ours, by their names in small letters: compiled where a source uses them. */
  readonly modules: ReadonlyMap<string, string>
  /** For a list of the variables: all of them described, none optimised away. */
  readonly describes?: boolean
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
  /** What is left of the allowance. */
  readonly left: Allowance
}

/** Bytes of one file of IR. */
const IR_LIMIT = 256 << 20
const BROKE_DOWN = 'the Fortran compiler broke down on this source; have its statements nest less deeply, or split it'
const MESSAGE_LIMIT = 200_000
/** Virtual: the libraries alone map several hundred megabytes. */
const ADDRESS_SPACE = 6 * 2 ** 30

export async function translate({
  flang,
  level,
  files,
  translations,
  above,
  replaced,
  modules,
  describes = false,
  allowance,
  signal,
}: TranslateRequest): Promise<Translated> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-fortran-'))
  const start = (words: readonly string[], left: Allowance) => run(boxed(flang, level, folder, above, [...replaced.keys()], words), left, signal)
  const debug = describes ? DESCRIBED : PLAIN
  const texts = translations.map(({ source }) => new TextDecoder('latin1').decode(files.get(source)))
  const isWide = mayHaveWideIntegers(texts, translations[0]?.options ?? [])
  /** From a source to `/o/NAME.ll`. */
  const compile = async (name: string, path: string, options: readonly string[], allowance: Allowance): Promise<Ended> => {
    if (isWide) return inTwoSteps(name, path, options, allowance)
    const direct = await start([...DRIVER, ...COMMON, ...debug.driver, ...options, '-o', `/o/${name}.ll`, path], allowance)
    if (direct.code === 0 || !UNTRANSLATED.test(direct.messages)) return direct
    const again = await inTwoSteps(name, path, options, leftOf(allowance, direct))
    return { ...again, ...together(direct, again) }
  }
  /** The first gives flang's own IR, in which what it cannot translate for this machine, or translates wrongly, is written otherwise. */
  const inTwoSteps = async (name: string, path: string, options: readonly string[], allowance: Allowance): Promise<Ended> => {
    const taken = options.filter((option) => !option.startsWith('-W') || option === '-Werror')
    const first = await start([...FRONT, ...COMMON, ...debug.front, ...taken, '-emit-hlfir', ...['-o', `/o/${name}.mlir`], path], allowance)
    if (first.code !== 0) return first
    const later = taken.filter((option) => /^-O\d$|stack-arrays$/.test(option))
    const rewrite = async (): Promise<string> => {
      const own = new TextDecoder('latin1').decode(await bounded(join(folder, 'o', `${name}.mlir`)))
      const text = withWideLoops(withWidePlaces(withExtents(own)))
      await writeFile(join(folder, 'p', `${name}.mlir`), text, 'latin1')
      return text
    }
    const then = async (before: Ended, kind: string, to: string, options = later): Promise<Ended> => {
      const words = [...FRONT, ...FLOATS, ...debug.front, ...options, kind, '-o', `/o/${to}`, `/p/${name}.mlir`]
      const next = await start(words, leftOf(allowance, before))
      return { ...next, ...together(before, next), messages: before.messages + next.messages }
    }
    let last = first
    if (hasWideForall(await rewrite())) {
      last = await then(first, '-emit-fir', `${name}.mlir`)
      if (last.code !== 0) return last
      await rewrite()
    }
    const lowered = await then(last, '-emit-llvm', `${name}.ll`)
    if (lowered.code === 0 || !UNTRANSLATED.test(lowered.messages)) return lowered
    // One of its optimisations writes such a place again; the back end has its own.
    const plain = later.filter((option) => !option.startsWith('-O'))
    return then({ ...lowered, messages: last.messages }, '-emit-llvm', `${name}.ll`, plain)
  }
  try {
    await placeFiles(join(folder, 'w'), files, above)
    await mkdir(join(folder, 'o', 'modules'), { recursive: true })
    await mkdir(join(folder, 'p'))
    await mkdir(join(folder, 'm'))
    for (const [path, bytes] of replaced) await writeFile(join(folder, 'm', basename(path)), bytes)
    for (const [name, text] of modules) {
      if (!translations.some(({ uses }) => uses.includes(name))) continue
      await writeFile(join(folder, 'p', `${name}.f90`), text)
      const made = await compile(name, `/p/${name}.f90`, [], allowance)
      if (made.code !== 0) throw new Error(`the module ${name} could not be compiled: ${made.messages}`)
    }
    const ir = new Map<string, Uint8Array>()
    let messages = ''
    let failed = false
    let left = allowance
    for (const [index, { source, options }] of translations.entries()) {
      const words = describes ? options.filter((option) => !/^-O\d$/.test(option)) : options
      const ended = await compile(`source-${index}`, inBox(source, above), words, left)
      const told = flangMessages(ended.messages, buildDirectory(above))
      const isFixed = sourceForm(source) === 'fixed' && !options.some((option) => /^-f(free-form|fixed-line-length=)/.test(option))
      messages += told + (isFixed ? cutLine(told, source, new TextDecoder('latin1').decode(files.get(source))) : '')
      left = leftOf(left, ended)
      if (ended.limit) return { ir, messages, failed: true, limit: ended.limit, left }
      if (ended.code === 0) ir.set(source, await bounded(join(folder, 'o', `source-${index}.ll`)))
      else {
        failed = true
        if (!/\berror: /.test(messages)) messages += `${source}: error: ${BROKE_DOWN}\n`
      }
    }
    return { ir, messages, failed, left }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const DRIVER = [`--target=${FLANG_TARGET}`, '-S', '-emit-llvm', '-gdwarf-4']
const FRONT = ['-fc1', '-triple', FLANG_TARGET, '-dwarf-version=4', '-mmlir', '--mlir-print-debuginfo']
// Vectors, which the driver of both steps leaves out, would be taken apart again; contracted operations round differently from those of C.
const FLOATS = ['-ffp-contract=off']
const COMMON = [...FLOATS, '-module-dir', '/o/modules', '-I/o/modules']
const PLAIN = {
  driver: ['-fno-color-diagnostics', '-fno-vectorize', '-fno-slp-vectorize', '-gline-tables-only'],
  front: ['-debug-info-kind=line-tables-only'],
}
const DESCRIBED = { driver: ['-fno-color-diagnostics', '-g', '-O0', '-w'], front: ['-debug-info-kind=standalone', '-O0', '-w'] }

/** What flang 22 says where it writes integers of 64 bits as it would for a larger machine: the extent of an array of assumed size, the place of an element in a descriptor's array. */
const UNTRANSLATED =
  /LLVM Translation failed for operation: builtin\.unrealized_conversion_cast|'llvm\.mul' op requires the same type for all operands/
const withExtents = (ir: string): string => ir.replace(/\bfir\.assumed_size_extent : index/g, 'arith.constant -1 : index')
/** Such a place is multiplied by strides of 64 bits, so it gets as many. */
function withWidePlaces(ir: string): string {
  let made = 0
  return ir.replace(PLACE, (_all, indent: string, name: string, place: string, types: string, result: string, location = '') => {
    const wide = `%wide_place_${made++}`
    return `${indent}${wide} = fir.convert ${place} : (index) -> i64${location}\n${indent}${name}${wide}${types}, i64)${result}${location}`
  })
}
const PLACE = /^( *)(%\S+ = fir\.coordinate_of %\S+, )(%\S+)( : \(!fir\.box<.*), index\)( -> .*?)( loc\(#loc\d*\))?$/gm

type Times = Pick<Ended, 'processorMilliseconds' | 'wallMilliseconds'>
const together = (one: Times, other: Times): Times => ({
  processorMilliseconds: one.processorMilliseconds + other.processorMilliseconds,
  wallMilliseconds: one.wallMilliseconds + other.wallMilliseconds,
})
const leftOf = (allowance: Allowance, { processorMilliseconds, wallMilliseconds }: Times): Allowance => ({
  ...allowance,
  processorMilliseconds: allowance.processorMilliseconds - processorMilliseconds,
  wallMilliseconds: allowance.wallMilliseconds - wallMilliseconds,
})

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

function boxed(flang: Flang, level: NamespaceLevel, folder: string, above: number, replaced: readonly string[], words: readonly string[]): Command {
  const home = dirname(dirname(flang.path)) // bin beside lib and include
  const own = flang.path.startsWith('/usr/lib/') ? [] : ['--ro-bind', home, home]
  const read = ['w', 'p'].flatMap((name) => ['--ro-bind', join(folder, name), `/${name}`])
  const written = ['--bind', join(folder, 'o'), '/o', '--size', String(64 << 20), '--tmpfs', '/tmp']
  const over = replaced.flatMap((path) => ['--ro-bind', join(folder, 'm', basename(path)), path])
  const { file, ...box } = inBubblewrap(level, [...own, ...over, ...read, ...written], buildDirectory(above), [flang.path, ...words])
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
