// After the build: a Markdown twin of every page (`/path.md`) and of every operation of the API, `llms.txt`, one per area, and the whole
// documentation in `llms-full.txt`.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { operationMarkdown, operationTwin, referenceModel } from '@credence/contract/reference'
import { hasTwin, twinOf } from '@credence/search'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { parsePage } from '../rendered/page.ts'
import { llms, llmsArea } from './llms.ts'
import { directive, isOfLater, markdownOf, upTo } from './markdown.ts'
import type { TwinPage } from './twin-page.ts'

const LONGEST = 49_000 // characters: agents truncate longer pages

/** @param options.platform  the address to which requests of operations go */
export default function markdownTwins({ siteConfig }: LoadContext, { platform }: { platform: string }): Plugin {
  return {
    name: 'markdown-twins',
    async postBuild({ outDir, routesPaths }) {
      const origin = siteConfig.url
      const twins = new Map(routesPaths.filter(hasTwin).map((path) => [path, twinOf(path)]))
      const pages: TwinPage[] = []
      for (const [path, twin] of [...twins].sort()) {
        const page = parsePage(await readFile(join(outDir, path, 'index.html'), 'utf8'))
        if (!page) continue
        const markdown = markdownOf(page, { path, origin, twinAt: (at) => twins.get(at) })
        pages.push({ path, twin, page, markdown, isLater: isOfLater(markdown) })
      }
      for (const { twin, markdown } of pages)
        await write(outDir, twin, markdown.length > LONGEST ? `${upTo(LONGEST, markdown)}\n\n(The rest is on the page itself.)\n` : markdown)
      const reference = referenceModel()
      const operations = reference.groups.flatMap((group) => group.operations)
      for (const operation of operations)
        await write(outDir, operationTwin(operation.id), directive(origin) + operationMarkdown(operation, reference, platform))
      await write(outDir, '/llms.txt', llms(pages, operations, origin))
      for (const area of ['api', 'platform', 'uxhw-api'] as const)
        await write(outDir, `/docs/${area}/llms.txt`, llmsArea(pages, area === 'api' ? operations : [], area, origin))
      await write(outDir, '/llms-full.txt', pages.map(({ path, markdown }) => `<!-- ${origin}${path} -->\n\n${markdown}`).join('\n\n---\n\n'))
    },
  }
}

async function write(outDir: string, path: string, text: string): Promise<void> {
  const file = join(outDir, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
