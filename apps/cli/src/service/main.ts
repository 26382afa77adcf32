// The process of the service: started by a command, it stays behind it. Its one argument is JSON of `Start`.
import path from 'node:path'
import { type EngineOptions, openEngine } from '@credence/engine'
import { startBundle } from './bundle.ts'
import type { Installation, Place } from './place.ts'
import { Service } from './server.ts'

export interface Start {
  readonly installation: Installation
  /** As commonOf tells. */
  readonly code: string
  readonly buildLimits: EngineOptions['buildLimits']
  readonly place: Place
  readonly cacheFolder: string
  readonly idleMilliseconds: number
}
/** On standard output, once commands can connect. */
export const READY = 'ready\n'

if (import.meta.main) await main(JSON.parse(process.argv[2]!) as Start)

async function main({ installation, code, buildLimits, place, cacheFolder, idleMilliseconds }: Start): Promise<void> {
  const open = (onProgress: Parameters<Parameters<typeof Service.start>[0]['open']>[0]) =>
    openEngine({ cacheDir: cacheFolder, poolSize: 1, prepares: 'needed', buildLimits, onProgress })
  const afterFirst = () => startBundle(installation, cacheFolder)
  const service = await Service.start({ place, code, idleMilliseconds, open, afterFirst })
  process.stdout.on('error', () => {}) // who started it did not wait
  process.stdout.write(READY)
  if (!service) return
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void service.close())
  console.error(`service of ${installation.root}, cache ${path.resolve(cacheFolder)}, process ${process.pid}`)
  await service.ended
  process.exit(0)
}
