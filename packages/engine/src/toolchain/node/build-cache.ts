// Builds of earlier times on disk, by content: the same files on the same core give the same module without a compiler.
// Successful builds only, so that a limit that was passed once, under load, is tried again.
import { specOf } from '@credence/contract/core-fields'
import { contentName, KeptFiles } from '../../kept/node/files.ts'
import type { BuildRequest, BuildResult } from '../../types.ts'

/** Bytes on disk. */
const CAPACITY = 200_000_000

/** What a build gives besides modules. */
type Said = Pick<BuildResult, 'output' | 'variables'>

export class BuildCache {
  readonly #folder: KeptFiles
  readonly #engine: string
  /** @param engine changes with everything that a module depends on besides its files and core */
  constructor(folder: string, engine: string) {
    this.#folder = new KeptFiles(folder)
    this.#engine = engine
    void this.#folder.prune(CAPACITY)
  }

  /** @param flang  version of the Fortran compiler, where the build needs it */
  key({ files, core, ...options }: BuildRequest, flang?: string): string {
    const { keepPlain = false, discoverVariables = false, messagesOnly = false, traceVariables = [] } = options
    const traced = traceVariables.map(({ file, line, expression }) => [file, line, expression])
    const wanted = [keepPlain, discoverVariables, messagesOnly]
    const about = JSON.stringify([this.#engine, specOf(core), wanted, traced, ...(flang ? [flang] : [])])
    const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
    return contentName('build', 'bin', [about, ...sorted.flat()])
  }

  /** Layout: u32 length of the text, of the module; then the text, the module, the plain module or nothing. */
  async get(key: string): Promise<Pick<BuildResult, 'module' | 'plain' | 'output' | 'variables'> | undefined> {
    const bytes = await this.#folder.get(key)
    if (bytes === undefined) return undefined
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [text, module] = [8 + view.getUint32(0, true), 8 + view.getUint32(0, true) + view.getUint32(4, true)]
    return {
      ...(JSON.parse(new TextDecoder().decode(bytes.subarray(8, text))) as Said),
      module: bytes.slice(text, module),
      ...(module < bytes.length && { plain: bytes.slice(module) }),
    }
  }

  async put(key: string, { output, variables, module = new Uint8Array(), plain = new Uint8Array() }: BuildResult): Promise<void> {
    const said: Said = { output, ...(variables && { variables }) }
    const text = new TextEncoder().encode(JSON.stringify(said))
    const bytes = new Uint8Array(8 + text.length + module.length + plain.length)
    const view = new DataView(bytes.buffer)
    view.setUint32(0, text.length, true)
    view.setUint32(4, module.length, true)
    bytes.set(text, 8)
    bytes.set(module, 8 + text.length)
    bytes.set(plain, 8 + text.length + module.length)
    await this.#folder.put(key, bytes)
  }
}
