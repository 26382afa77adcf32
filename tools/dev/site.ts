// The documentation of `npm run dev`: Docusaurus' development server, with the engine for pages and the results of the examples beside it.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { watchSaved } from './watch.ts'

const END = join(import.meta.dirname, 'end-with-stdin.ts')
const DOCUSAURUS = 'node_modules/@docusaurus/core/bin/docusaurus.mjs'
const PATIENCE_MS = 3_000
/** Of what the tools print, what a person can use: no progress bars. */
const TOLD = /\S/
const NOISE = /%|^\s*(?:●|│|\[(?:webpackbar|INFO)\]|asset |runtime modules|cacheable|modules by|\+ \d+|Rspack compiled|webpack compiled)/

export interface SiteOptions {
  readonly home: string
  readonly port: number
  readonly address: string
  readonly say: (line: string) => void
}

export function openSite({ home, port, address, say }: SiteOptions): { stop(): Promise<void> } {
  let current: ReturnType<typeof startChild> | undefined
  let stopping = false
  const tell = (line: string) => {
    if (TOLD.test(line) && !NOISE.test(line)) say(line)
  }
  const end = (async () => {
    await mkdir(join(home, 'cache'), { recursive: true })
    let engine: string | undefined
    current = startChild(['--import', END, 'tools/build-site.ts', '--prepare'], { CREDENCE_HOME: home }, (line) => {
      engine = /^engine: (.*)$/.exec(line)?.[1] ?? engine
      if (!line.startsWith('engine: ')) tell(line)
    })
    const code = await current.ended
    if (stopping) return
    if (engine === undefined) return say(`could not be prepared (${code})`)
    const args = ['--import', END, DOCUSAURUS, 'start', 'apps/docs', '--port', String(port), '--host', 'localhost', '--no-open']
    let said = false
    current = startChild(args, { CREDENCE_PAGE_ENGINE: engine, NODE_NO_WARNINGS: '1', CREDENCE_SITE_URL: address }, (line) => {
      if (!said && /compiled/i.test(line)) {
        said = true
        say(`ready at ${address}`)
      } else tell(line)
    })
    current.ended.then((status) => stopping || say(`ended with ${status ?? 'a signal'}`))
  })()
  const programs = watchSaved(['examples'], (paths) => {
    for (const path of paths.filter((each) => /\.(?:c|cpp)$/.test(each))) void runAgain(path)
  })
  async function runAgain(path: string): Promise<void> {
    say(`${path} runs again`)
    await startChild(['--import', END, 'tools/examples.ts', path], { CREDENCE_HOME: home }, tell).ended
  }
  return {
    async stop() {
      stopping = true
      programs.close()
      await current?.stop(PATIENCE_MS)
      await end
      await current?.stop(PATIENCE_MS)
    },
  }
}
