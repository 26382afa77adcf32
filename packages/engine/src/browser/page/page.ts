// A page that builds and runs what it is given, for tests of the engine in a browser: `credenceRun(source)` gives what the program prints.
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { type BrowserToolchain, type CoreSpec, openBrowserToolchain, type Progress, type RunResult, runInBrowser } from '../../browser.ts'

export interface PageRun {
  readonly output: string
  /** Of a Reference core. */
  readonly told: readonly Progress[]
  readonly result: Omit<RunResult, 'files'>
}
declare global {
  var credenceRun: (source: string) => Promise<string>
  /** `milliseconds`: cancelled then. `executions`: on a Reference core. */
  var credenceRunWhole: (source: string, milliseconds?: number, executions?: number) => Promise<PageRun>
}

let opened: Promise<BrowserToolchain> | undefined
globalThis.credenceRunWhole = async (source, milliseconds, executions) => {
  const core: CoreSpec =
    executions === undefined ? RECOMMENDED_SPEC : { ...RECOMMENDED_SPEC, Microarchitecture: 'Reference', CorrelationTracking: 'Disable' }
  opened ??= openBrowserToolchain({ manifest: new URL('/toolchain.json', location.href) })
  const toolchain = await opened
  const name = source.includes('#include <iostream>') ? 'main.cpp' : 'main.c'
  const built = await toolchain.build({ files: new Map([[name, new TextEncoder().encode(source)]]), core })
  if (!built.module) throw new Error(built.output)
  let output = ''
  const told: Progress[] = []
  const signal = milliseconds === undefined ? undefined : AbortSignal.timeout(milliseconds)
  const decoder = new TextDecoder()
  const print = (_: string, bytes: Uint8Array) => {
    output += decoder.decode(bytes, { stream: true })
  }
  const { files: _files, ...result } = await runInBrowser(
    toolchain.runtime,
    { module: built.module, core, arguments: [], ...(executions !== undefined && { samples: executions }) },
    { output: print, signal, progress: (progress) => told.push(progress) },
  )
  return { output, told, result }
}
globalThis.credenceRun = async (source) => (await globalThis.credenceRunWhole(source)).output
