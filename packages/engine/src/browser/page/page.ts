// A page that builds and runs what it is given, for tests of the engine in a browser: `credenceRun(source)` gives what the program prints.
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { type BrowserToolchain, openBrowserToolchain, type RunResult, runInBrowser } from '../../browser.ts'

export interface PageRun {
  readonly output: string
  readonly result: Omit<RunResult, 'files'>
}
declare global {
  var credenceRun: (source: string) => Promise<string>
  /** `milliseconds`: cancelled then. */
  var credenceRunWhole: (source: string, milliseconds?: number) => Promise<PageRun>
}

let opened: Promise<BrowserToolchain> | undefined
globalThis.credenceRunWhole = async (source, milliseconds) => {
  opened ??= openBrowserToolchain({ manifest: new URL('/toolchain.json', location.href) })
  const toolchain = await opened
  const name = source.includes('#include <iostream>') ? 'main.cpp' : 'main.c'
  const built = await toolchain.build({ files: new Map([[name, new TextEncoder().encode(source)]]), core: CORE })
  if (!built.module) throw new Error(built.output)
  let output = ''
  const signal = milliseconds === undefined ? undefined : AbortSignal.timeout(milliseconds)
  const decoder = new TextDecoder()
  const print = (_: string, bytes: Uint8Array) => {
    output += decoder.decode(bytes, { stream: true })
  }
  const { files: _files, ...result } = await runInBrowser(
    toolchain.runtime,
    { module: built.module, core: CORE, arguments: [] },
    { output: print, signal },
  )
  return { output, result }
}
globalThis.credenceRun = async (source) => (await globalThis.credenceRunWhole(source)).output
