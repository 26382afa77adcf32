// Writes `search-index.json` after the build: every section of every page, read from the HTML that readers get.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SearchRecord } from '@credence/search'
import type { Plugin } from '@docusaurus/types'
import { allWordings } from '../facts/wordings.ts'
import { linksOf } from '../rendered/links.ts'
import { parsePage, type RenderedPage } from '../rendered/page.ts'
import { recordsOf } from './records.ts'

const NOT_SEARCHED = /^\/(404\.html|search\/)?$/

export default function searchIndex(): Plugin {
  return {
    name: 'search-index',
    async postBuild({ outDir, routesPaths }) {
      const pages = new Map<string, RenderedPage>()
      for (const path of routesPaths.filter((route) => !NOT_SEARCHED.test(route)).sort()) {
        const page = parsePage(await readFile(join(outDir, path, 'index.html'), 'utf8'))
        if (page) pages.set(path, page)
      }
      const said = Map.groupBy(
        [...pages].flatMap(([path, page]) => linksOf(path, page)),
        ({ url }) => url,
      )
      const wordings = allWordings()
      const records = new Map<string, SearchRecord>()
      for (const [path, page] of pages) {
        for (const record of recordsOf(path, page, wordings)) {
          if (records.has(record.objectID)) continue
          const elsewhere = [...new Set(said.get(record.url)?.map(({ text }) => text))].join('\n')
          records.set(record.objectID, elsewhere ? { ...record, elsewhere } : record)
        }
      }
      await writeFile(join(outDir, 'search-index.json'), JSON.stringify([...records.values()]))
    },
  }
}
