// The engine in this page: prebuilt modules run at once; the compiler comes when a reader first runs an edited program, and serves all of them.
import {
  type BrowserToolchain,
  type BuildResult,
  type CoreSpec,
  type Limits,
  openBrowserToolchain,
  type RunEvents,
  type RunResult,
  runInBrowser,
} from '@credence/engine/browser'

/** Where a site serves the engine; addresses end in `/` where they are folders. */
export interface EngineFiles {
  readonly modules: string
  readonly runtime: string
  readonly toolchain: string
  /** What loading the compiler takes, compressed. */
  readonly compilerBytes?: number
}

/** What a program may take of a reader's page. */
export const PAGE_LIMITS = { wallMilliseconds: 20_000, outputBytes: 2_000_000, fileBytes: 20_000_000 } satisfies Partial<Limits>

/** Executions of a program on a Reference core in a page, whatever the Precision of the core: one thread does them. */
export const PAGE_EXECUTIONS = 4096

/** Below this much memory, in GB as `navigator.deviceMemory` tells it, a browser ends the page while the compiler loads. */
const LEAST_MEMORY = 4

/** The compiler cannot be had on this device; `message` is for the reader. */
export class NoCompiler extends Error {}

export type LoadProgress = (done: number, total: number) => void

let compiler: { readonly toolchain: Promise<BrowserToolchain>; readonly listeners: Set<LoadProgress>; isLoaded: boolean } | undefined
const fetched = new Map<string, Promise<Uint8Array>>()

export interface PageRun {
  /** A module that was built in the page, or the name of one that was built with the site. */
  readonly module: Uint8Array | string
  readonly core: CoreSpec
  readonly arguments?: readonly string[]
  /** The working directory: path and text. */
  readonly inputs?: Readonly<Record<string, string>>
}

export async function runInPage(files: EngineFiles, { module, core, inputs = {}, ...rest }: PageRun, events: RunEvents): Promise<RunResult> {
  const [runtime, program] = await Promise.all([bytesOf(files.runtime), typeof module === 'string' ? bytesOf(files.modules + module) : module])
  const encoder = new TextEncoder()
  const working = new Map(Object.entries(inputs).map(([path, text]) => [path, encoder.encode(text)]))
  return runInBrowser(
    runtime,
    { module: program, core, arguments: rest.arguments ?? [], files: working, limits: PAGE_LIMITS, ...executionsOn(core) },
    events,
  )
}

const executionsOn = ({ Microarchitecture }: CoreSpec) => (Microarchitecture === 'Reference' ? { samples: PAGE_EXECUTIONS } : {})

/**
 * Builds a program, with the compiler loaded before where it is not there yet.
 * @throws NoCompiler  it cannot be loaded here; the reason of the signal when that aborts
 */
export async function buildInPage(
  files: EngineFiles,
  { file, source, core }: { file: string; source: string; core: CoreSpec },
  { onLoad, onBuild, signal }: { onLoad: LoadProgress; onBuild: () => void; signal: AbortSignal },
): Promise<BuildResult> {
  const toolchain = await abortable(loadCompiler(files, onLoad), signal)
  onBuild()
  try {
    return await toolchain.build({ files: new Map([[file, new TextEncoder().encode(source)]]), core }, signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new NoCompiler(`The compiler broke down: ${messageOf(cause)}.`, { cause })
  }
}

/** What the compiler says of a source, without a build; undefined where the compiler is not loaded: nobody waits for it. */
export async function messagesInPage({ file, source, core }: { file: string; source: string; core: CoreSpec }): Promise<string | undefined> {
  if (!compiler?.isLoaded) return undefined
  const toolchain = await compiler.toolchain
  return (await toolchain.build({ files: new Map([[file, new TextEncoder().encode(source)]]), core, messagesOnly: true })).output
}
export const isCompilerLoaded = (): boolean => compiler?.isLoaded === true

/** Begins to load the compiler for a reader who began to type, where that costs nothing but time; a later build waits for the rest. */
export function warmCompiler(files: EngineFiles): void {
  if (compiler || !hasMemory() || isMetered()) return
  compiler = openCompiler(files)
  compiler.toolchain.catch(() => {
    compiler = undefined // the build that needs it says why
  })
}

/** On a phone, and where data is paid for: what is large is fetched only when it is asked for. */
export function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: { readonly saveData?: boolean; readonly type?: string } }
  return connection?.saveData === true || connection?.type === 'cellular' || matchMedia('(max-width: 600px)').matches
}

/** What loading the compiler costs, for those it costs something; empty once it is there or on its way. */
export function costOfCompiler(files: EngineFiles | undefined): string {
  if (!files?.compilerBytes || compiler || !isMetered()) return ''
  return `To run a changed program the browser loads the compiler first: ${Math.round(files.compilerBytes / 1e6)} MB, once.`
}

function hasMemory(): boolean {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number }
  return deviceMemory === undefined || deviceMemory >= LEAST_MEMORY
}

async function loadCompiler(files: EngineFiles, onLoad: LoadProgress): Promise<BrowserToolchain> {
  if (!hasMemory()) throw new NoCompiler(`The compiler needs a device with at least ${LEAST_MEMORY} GB of memory.`)
  compiler ??= openCompiler(files)
  const { toolchain, listeners } = compiler
  listeners.add(onLoad)
  try {
    return await toolchain
  } catch (cause) {
    compiler = undefined // a reader may try again
    throw new NoCompiler(`The compiler could not be loaded: ${messageOf(cause)}.`, { cause })
  } finally {
    listeners.delete(onLoad)
  }
}

function openCompiler(files: EngineFiles): NonNullable<typeof compiler> {
  const listeners = new Set<LoadProgress>()
  const onProgress: LoadProgress = (done, total) => {
    for (const listener of listeners) listener(done, total)
  }
  const toolchain = openBrowserToolchain({ manifest: new URL(files.toolchain, location.href), onProgress })
  const opened = { toolchain, listeners, isLoaded: false }
  toolchain.then(
    () => {
      opened.isLoaded = true
    },
    () => {}, // who waits for it is told
  )
  return opened
}

/** Leaves `work` going when the signal aborts: what was loaded so far serves the next run. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function bytesOf(address: string): Promise<Uint8Array> {
  let bytes = fetched.get(address)
  if (!bytes) {
    bytes = fetchBytes(address)
    fetched.set(address, bytes)
    bytes.catch(() => fetched.delete(address))
  }
  return bytes
}
async function fetchBytes(address: string): Promise<Uint8Array> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
}
