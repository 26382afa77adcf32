// The worker of `runInBrowser`: one run, then it is ended from outside.
import type { RunMessage, RunReply } from '../browser.ts'
import { execute } from '../machine/execute.ts'

addEventListener('message', ({ data: { runtime, request } }: MessageEvent<RunMessage>) => {
  const reply = (message: RunReply) => postMessage(message)
  try {
    const module = new WebAssembly.Module(runtime as Uint8Array<ArrayBuffer>)
    const result = execute(
      request,
      { runtime: module },
      {
        output: (output, bytes) => reply({ output, bytes: bytes.slice() }),
        progress: (progress) => reply({ progress }),
      },
    )
    reply({ result: { ...result, files: new Map([...result.files].map(([path, bytes]) => [path, bytes.slice()])) } })
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) })
  }
})
