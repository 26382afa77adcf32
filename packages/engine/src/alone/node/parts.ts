// The interpreter with the code of the host in it, made once for each state of our sources.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Snapshot, takeSnapshot } from '../snapshot.ts'

const HOST = fileURLToPath(new URL('../host.ts', import.meta.url))

let made: Promise<Snapshot> | undefined
/** Takes a second the first time in a process. */
export function snapshot(): Promise<Snapshot> {
  made ??= make().catch((cause: unknown) => {
    made = undefined
    throw cause
  })
  return made
}

async function make(): Promise<Snapshot> {
  const { rolldown } = await import('rolldown') // here, since it is rarely needed
  const build = await rolldown({ input: HOST, platform: 'neutral', logLevel: 'silent' })
  try {
    const { output } = await build.generate({ format: 'iife', minify: { mangle: false, compress: true } })
    const [chunk, ...more] = output
    if (!chunk || more.length > 0 || chunk.imports.length > 0) throw new Error('the code of the host is not one script')
    return takeSnapshot(readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')), chunk.code)
  } finally {
    await build.close()
  }
}
