// The thread of `torture.ts` that runs programs: a module in, how it ended out.
import { parentPort, workerData } from 'node:worker_threads'
import { execute } from '../packages/engine/src/machine/execute.ts'
import type { CoreSpec } from '../packages/engine/src/types.ts'

const { runtime: bytes, core } = workerData as { runtime: Uint8Array<ArrayBuffer>; core: CoreSpec }
const runtime = new WebAssembly.Module(bytes)
parentPort!.on('message', (module: Uint8Array) => {
  const { ending, message } = execute({ module, core, arguments: [] }, { runtime }, { output: () => {} })
  parentPort!.postMessage(ending.kind === 'exit' && ending.code === 0 ? 'passed' : message)
})
