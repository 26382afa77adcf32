// The thread of `module-runner.ts` that runs programs: a module in, how it ended out.
import { parentPort, workerData } from 'node:worker_threads'
import { execute } from '../packages/engine/src/machine/execute.ts'
import type { CoreSpec } from '../packages/engine/src/types.ts'
import { PASSED } from './module-runner.ts'

const { runtime: bytes, core } = workerData as { runtime: Uint8Array<ArrayBuffer>; core: CoreSpec }
const runtime = new WebAssembly.Module(bytes)
parentPort!.on('message', (module: Uint8Array) => {
  let said = ''
  const output = (stream: string, text: Uint8Array): void => {
    if (stream === 'Stderr') said = (said + new TextDecoder().decode(text)).slice(-300)
  }
  const { ending, message } = execute({ module, core, arguments: [] }, { runtime }, { output })
  parentPort!.postMessage(ending.kind === 'exit' && ending.code === 0 ? PASSED : `${message} ${said.trim()}`.trim())
})
