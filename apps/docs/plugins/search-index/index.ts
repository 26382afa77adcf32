// Writes `search-index.json` after the build: every section of every page, read from the HTML that readers get.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SearchRecord } from '@credence/search'
import type { Plugin } from '@docusaurus/types'
import { parsePage } from '../rendered/page.ts'
import { recordsOf } from './records.ts'

const NOT_SEARCHED = /^\/(404\.html|search\/)?$/

export default function searchIndex(): Plugin {
  return {
    name: 'search-index',
    async postBuild({ outDir, routesPaths }) {
      const records = new Map<string, SearchRecord>()
      for (const path of routesPaths.filter((route) => !NOT_SEARCHED.test(route)).sort()) {
        const page = parsePage(await readFile(join(outDir, path, 'index.html'), 'utf8'))
        for (const record of page ? recordsOf(path, page) : []) records.set(record.objectID, records.get(record.objectID) ?? record)
      }
      await writeFile(join(outDir, 'search-index.json'), JSON.stringify([...records.values()]))
    },
  }
}
