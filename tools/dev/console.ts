// The console of `npm run dev`: Vite's development server, which asks the platform for everything that is not the console's.
import { join } from 'node:path'
import { startChild } from './child.ts'

const END = join(import.meta.dirname, 'end-with-stdin.ts')
const VITE = 'node_modules/vite/bin/vite.js'
const PATIENCE_MS = 3_000

export interface ConsoleOptions {
  readonly home: string
  readonly port: number
  readonly platform: string
  readonly say: (line: string) => void
}

export function openConsole({ home, port, platform, say }: ConsoleOptions): { stop(): Promise<void> } {
  const args = ['--import', END, VITE, '--config', 'apps/console/vite.config.ts', '--port', String(port), '--host', 'localhost']
  const env = { CREDENCE_DEV_PLATFORM: platform, CREDENCE_VITE_CACHE: join(home, 'cache', 'vite'), NO_COLOR: '1' }
  let stopping = false
  const child = startChild(args, env, (line) => {
    if (/\S/.test(line) && !/➜|VITE v/.test(line)) say(line)
  })
  child.ended.then((status) => stopping || say(`ended with ${status ?? 'a signal'}`))
  return {
    async stop() {
      stopping = true
      await child.stop(PATIENCE_MS)
    },
  }
}
