// The compiler and linker: LLVM as WebAssembly over a file system in memory. It runs in Node and in a browser.
// Each call is one tool with the files it may see; besides them it sees only its own headers and libraries, below /usr.
import type { Tree } from '@yowasp/clang'
import { ROOTS } from './paths.ts'

export interface ToolResult {
  /** What the tool wrote to standard output; the object or module, for commands that end in `-o -`. */
  readonly output: Uint8Array
  /** What it wrote to standard error, at most MESSAGE_LIMIT characters. */
  readonly messages: string
  readonly succeeded: boolean
  /** The files in the root folder afterwards. */
  readonly files: Readonly<Record<string, Uint8Array>>
}
/** Files by absolute path. */
export type ToolFiles = Iterable<readonly [string, Uint8Array | string]>
export type Progress = (done: number, total: number) => void

/** Characters of one tool's messages that are kept. */
export const MESSAGE_LIMIT = 200_000
/** Bytes of one object or module. Static data without a value counts too: an object holds its zeros. */
export const OUTPUT_LIMIT = 128 << 20

type Llvm = Pick<typeof import('@yowasp/clang'), 'runLLVM' | 'Exit'>
const PACKAGE = '@yowasp/clang'
let loaded: Promise<Llvm> | undefined

/**
 * Fetches and compiles LLVM, 105 MB, once. Runs do so themselves when it was not done.
 * @param from where a browser finds the package's `bundle.js`, with the other files beside it
 */
export function loadTools(onProgress: Progress = () => {}, from = PACKAGE): Promise<Llvm> {
  loaded ??= load(from, onProgress).catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}
async function load(from: string, onProgress: Progress): Promise<Llvm> {
  // Not for a bundler: it would put all of LLVM into its output, whether the page compiles or not.
  const llvm: Llvm = await import(/* webpackIgnore: true */ /* @vite-ignore */ from)
  await llvm.runLLVM(undefined, {}, { fetchProgress: ({ doneLength, totalLength }) => onProgress(doneLength, totalLength) })
  return llvm
}

/**
 * Runs a tool: `clang`, `clang++`, `wasm-ld`, `ar`, … It is synchronous inside: a watchdog must live in another process or worker.
 * The fault of the input is in the result; a tool that breaks down (no memory, too deep, an assertion) is a ToolFailure.
 */
export async function runTool(name: string, args: readonly string[], files: ToolFiles): Promise<ToolResult> {
  const { runLLVM, Exit } = await loadTools()
  const output = new Chunks(OUTPUT_LIMIT)
  const messages = new Chunks(MESSAGE_LIMIT)
  const text = () => messages.text() + (messages.overflowed ? `\n… further messages were left out (limit of ${MESSAGE_LIMIT} characters)\n` : '')
  try {
    const tree = await runLLVM([name, ...args], treeOf(files), {
      stdout: (bytes) => {
        output.add(bytes)
        if (output.overflowed) throw new OutputTooLarge()
      },
      stderr: (bytes) => messages.add(bytes),
      decodeASCII: false,
      fetchProgress: () => {},
    })
    return { output: output.join(), messages: text(), succeeded: true, files: rootFiles(tree) }
  } catch (error) {
    if (error instanceof Exit) return { output: output.join(), messages: text(), succeeded: false, files: {} }
    throw new ToolFailure(breakdown(name, error, text()), text(), error)
  }
}

/** The tool broke down; `message` is for the user. Its instance is gone, the next call starts a fresh one. */
export class ToolFailure extends Error {
  readonly messages: string
  constructor(message: string, messages: string, cause: unknown) {
    super(message, { cause })
    this.messages = messages
  }
}

/** Maps a folder onto itself: the file system of the compiler takes `a/..` for `a`, the overlay's own path handling does not. */
export const OVERLAY = JSON.stringify({
  version: 0,
  'case-sensitive': true,
  'use-external-names': false,
  'overlay-relative': false,
  roots: [ROOTS.work, ROOTS.headers].map((name) => ({ type: 'directory-remap', name, 'external-contents': name })),
})

class OutputTooLarge extends Error {}

function breakdown(name: string, error: unknown, messages: string): string {
  const tool = name === 'wasm-ld' ? 'linker' : 'compiler'
  const reason = error instanceof Error ? error.message : ''
  if (error instanceof OutputTooLarge) return `the code and the static data of one file are larger than the limit of ${OUTPUT_LIMIT} bytes`
  if (/out of memory|allocation failed|bad_alloc/i.test(messages + reason))
    return `the ${tool} ran out of memory; a static array counts with all its bytes`
  // The tool's own stack, or the one of its WebAssembly.
  if (error instanceof RangeError || /out of bounds/.test(reason)) return `the ${tool} ran out of stack: the program nests too deeply`
  return `the ${tool} broke down on this program`
}

function treeOf(files: ToolFiles): Tree {
  const root: Tree = {}
  for (const [path, content] of files) {
    const parts = path.split('/').filter((part) => part !== '')
    let folder = root
    for (const part of parts.slice(0, -1)) {
      if (!Object.hasOwn(folder, part) || !isFolder(folder[part])) folder[part] = {}
      folder = folder[part] as Tree
    }
    folder[parts.at(-1)!] = content
  }
  return root
}
function rootFiles(tree: Tree | undefined): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(tree ?? {}).filter((entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array))
}
function isFolder(entry: Tree[string] | undefined): entry is Tree {
  return typeof entry === 'object' && !(entry instanceof Uint8Array)
}

/** Collects what a tool writes; its buffers are only valid during the call. */
class Chunks {
  overflowed = false
  #length = 0
  readonly #limit: number
  readonly #chunks: Uint8Array[] = []
  constructor(limit: number) {
    this.#limit = limit
  }
  add(bytes: Uint8Array | null): void {
    if (bytes === null) return
    const room = this.#limit - this.#length
    if (bytes.length > room) this.overflowed = true
    const kept = bytes.slice(0, Math.max(0, room))
    this.#chunks.push(kept)
    this.#length += kept.length
  }
  join(): Uint8Array {
    const all = new Uint8Array(this.#length)
    let at = 0
    for (const chunk of this.#chunks) {
      all.set(chunk, at)
      at += chunk.length
    }
    return all
  }
  text(): string {
    return new TextDecoder().decode(this.join())
  }
}
