// Makes one file of the command's sources, which starts in a fraction of the time. It lies in the user's cache under the state of the sources.
// The engine stays out of it: it finds its own files beside its sources, and a command that is served does not load it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Installation } from './place.ts'

/** Of several states of the sources. */
const KEPT = 5

/** Makes it where it is missing, in a process that nobody waits for. */
export function startBundle(installation: Installation, cacheFolder: string): void {
  if (existsSync(folderOf(installation, cacheFolder))) return
  const words = [path.join(installation.root, 'apps/cli/src/service/bundle.ts'), JSON.stringify(installation), cacheFolder]
  const child = spawn(process.execPath, words, { cwd: '/', detached: true, stdio: 'ignore' })
  child.on('error', () => {}) // the next command tries again
  child.unref()
}
if (import.meta.main) {
  setPriority(10)
  await makeBundle(JSON.parse(process.argv[2]!) as Installation, process.argv[3]!)
}

function folderOf({ code }: Installation, cacheFolder: string): string {
  return path.join(cacheFolder, 'command', code)
}

export async function makeBundle(installation: Installation, cacheFolder: string): Promise<void> {
  const { root } = installation
  const folder = folderOf(installation, cacheFolder)
  const [{ keepLast, keptFolder }, { rolldown }] = await Promise.all([import('@credence/engine/kept'), import('rolldown')])
  const outside = (file: string) => ({ id: pathToFileURL(path.join(root, file)).href, external: true })
  const kept = new Map([
    ['@credence/engine', outside('packages/engine/src/index.ts')],
    ['./bundle.ts', outside('apps/cli/src/service/bundle.ts')],
  ])
  const build = await rolldown({
    input: { program: path.join(root, 'apps/cli/src/program.ts') },
    platform: 'node',
    logLevel: 'silent',
    plugins: [{ name: 'what stays outside', resolveId: (id) => kept.get(id) }],
  })
  try {
    const write = async (draft: string) => {
      await build.write({ dir: draft, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
    }
    await keptFolder(folder, write, 0o700)
  } finally {
    await build.close()
  }
  await keepLast(path.dirname(folder), /./, KEPT)
}
