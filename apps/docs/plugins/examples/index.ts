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
      const results: ExampleResult[] = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(RESULTS, file), 'utf8'))))
      await writeFile(join(outDir, 'examples.json'), JSON.stringify(results.map(published)))
    },
  }
}

export function published({ id, language, core, source, besides, inputs }: ExampleResult): PublishedExample {
  return { id, about: aboutOf(source), language, core, source, inputs: [...besides, ...Object.keys(inputs)] }
}

/** The sentences that a program begins with, which may go on over lines of the comment; in fixed form they are all of it, in capitals. */
export function aboutOf(source: string): string {
  const fixed = /^(?:C {5}.*\n)+/.exec(source)?.[0]
  if (fixed)
    return fixed
      .replaceAll(/^C {5}/gm, '')
      .trim()
      .replaceAll('\n', ' ')
  const lines = /^(?:(?:\/\/|!).*\n)+/.exec(source)?.[0].trimEnd().split('\n') ?? []
  const last = lines.findIndex((line) => /[.?!:]$/.test(line))
  return lines
    .slice(0, last + 1 || 1)
    .map((line) => line.replace(/^(?:\/\/|!) ?/, ''))
    .join(' ')
}
