// The engine among the static files of the site: the prebuilt modules of the examples, the runtime module, and the compiler for edited programs.
// It copies the folder that `CREDENCE_PAGE_ENGINE` names (tools/page-engine.ts makes it); without one, pages show programs and do not run them.
// Everything is named by content and lies below `assets/`, so that servers may let browsers keep it for ever.
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CoreValues, DEFAULT_CORES, isSuggested, valuesOf } from '@credence/contract'
import { ENGINE_INDEX } from '@credence/ui/program/engine-index.ts'
import type { EngineFiles } from '@credence/ui/program/page-engine.ts'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { resultFile } from '../examples/results.ts'

/** Modules of the examples, beside their results. */
const MODULES = join(resultFile(''), '../modules')

/** Cores that a page offers, smallest first. Larger ones need more memory than a page may take for granted. */
const OFFERED = ['C0-XS+', 'C0-S+', 'C0-M+', 'C0-L+', 'C0-Bypass', 'C0-Reference-32K']

export interface EngineGlobalData {
  readonly cores: readonly CoreValues[]
  /** Absent: this site was built without the engine. */
  readonly files?: EngineFiles
}

export default function engineFiles({ baseUrl }: LoadContext): Plugin {
  const folder = process.env.CREDENCE_PAGE_ENGINE
  return {
    name: 'engine-files',
    async contentLoaded({ actions }) {
      const cores = OFFERED.map((name) => {
        const found = DEFAULT_CORES.find(({ Name }) => Name === name)
        if (!found || !isSuggested(found)) throw new Error(`no default core to offer is called ${name}`)
        return valuesOf(found)
      })
      const files = folder ? await addressesOf(folder, `${baseUrl}assets/engine/`) : undefined
      actions.setGlobalData({ cores, files } satisfies EngineGlobalData)
    },
    /** Where the development server finds what a build copies. */
    configureWebpack: () => (folder ? ({ devServer: { static: served(folder, `${baseUrl}assets/engine/`) } } as object) : {}),
    async postBuild({ outDir }) {
      if (!folder) return
      const target = join(outDir, 'assets/engine')
      await mkdir(target, { recursive: true })
      await cp(folder, target, { recursive: true })
      await cp(MODULES, join(target, 'modules'), { recursive: true })
      // For other sites of this origin, as the console: the names change with the content, this one does not.
      const files = await addressesOf(folder, `${baseUrl}assets/engine/`)
      await writeFile(join(outDir, ENGINE_INDEX), JSON.stringify(files))
    },
  }
}

const served = (folder: string, base: string) => [
  { directory: folder, publicPath: base, watch: false },
  { directory: MODULES, publicPath: `${base}modules/`, watch: false },
]

async function addressesOf(folder: string, base: string): Promise<EngineFiles> {
  const names = await readdir(folder)
  const named = (pattern: RegExp): string => {
    const name = names.find((each) => pattern.test(each))
    if (!name) throw new Error(`CREDENCE_PAGE_ENGINE: ${folder} has no file like ${pattern.source}`)
    return base + name
  }
  return {
    modules: `${base}modules/`,
    runtime: named(/^runtime-\w+\.wasm$/),
    toolchain: named(/^toolchain-\w+\.json$/),
    compilerBytes: await sizeOf(folder, names.find((each) => each.startsWith('llvm-')) ?? ''),
  }
}

async function sizeOf(folder: string, name: string): Promise<number> {
  const files = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
