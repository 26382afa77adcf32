// `/examples.json`: the programs of the pages, for who runs them elsewhere.
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublishedExample } from '@credence/contract'
import type { Plugin } from '@docusaurus/types'
import { type ExampleResult, resultFile } from './results.ts'

export default function exampleList(): Plugin {
  return {
    name: 'example-list',
    async postBuild({ outDir }) {
      const folder = join(resultFile('first.c'), '..')
      const files = (await Array.fromAsync(glob('**/*.json', { cwd: folder }))).sort()
      const examples = await Promise.all(files.map(async (file) => published(JSON.parse(await readFile(join(folder, file), 'utf8')))))
      await writeFile(join(outDir, 'examples.json'), JSON.stringify(examples))
    },
  }
}

export function published({ id, language, core, source, inputs }: ExampleResult): PublishedExample {
  return { id, about: /^\/\/ ?(.*)/.exec(source)?.[1] ?? '', language, core, source, inputs: Object.keys(inputs) }
}
