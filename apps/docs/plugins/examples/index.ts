// Results of examples: as pages import them they go through the loader beside this file; `/examples.json` holds the programs for who runs them elsewhere.
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PublishedExample } from '@credence/contract'
import type { Plugin } from '@docusaurus/types'
import { type ExampleResult, RESULTS } from './results.ts'

export default function examples(): Plugin {
  const loader = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const results = { test: /\.json$/, include: RESULTS, type: 'json' }
  const rules = [
    { ...results, resourceQuery: /thumbnail/, use: [{ loader: loader('thumbnail-loader') }] },
    { ...results, resourceQuery: { not: /thumbnail/ }, use: [{ loader: loader('loader') }] },
  ]
  return {
    name: 'examples',
    configureWebpack: () => ({ module: { rules } }),
    async postBuild({ outDir }) {
      const files = (await Array.fromAsync(glob('**/*.json', { cwd: RESULTS }))).sort()
      const list = await Promise.all(files.map(async (file) => published(JSON.parse(await readFile(join(RESULTS, file), 'utf8')))))
      await writeFile(join(outDir, 'examples.json'), JSON.stringify(list))
    },
  }
}

export function published({ id, language, core, source, inputs }: ExampleResult): PublishedExample {
  return { id, about: /^\/\/ ?(.*)/.exec(source)?.[1] ?? '', language, core, source, inputs: Object.keys(inputs) }
}
