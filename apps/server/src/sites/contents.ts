// What the documentation site holds, for who reads it other than as pages: the search index, the text of its files, the list of its programs.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublishedExample } from '@credence/contract'
import { IndexSearch, type SearchRecord } from '@credence/search'
import { fileOf } from './files.ts'

export interface SiteContents {
  readonly index: IndexSearch
  readonly examples: readonly PublishedExample[]
  /** The text of a file with its placeholder for the site's address; undefined: there is none. */
  text(path: string): Promise<string | undefined>
}
/** Undefined: the site is not built yet. */
export type OpenContents = () => Promise<SiteContents | undefined>

/** Reads a site once, and again when another is in its place. */
export function openContents(folder: () => string | undefined): OpenContents {
  let current: { readonly key: string; readonly contents: Promise<SiteContents> } | undefined
  return async () => {
    const docs = folder()
    const info = docs === undefined ? undefined : await stat(join(docs, INDEX)).catch(() => undefined)
    if (docs === undefined || !info) return undefined
    const key = `${docs}\0${info.mtimeMs}`
    if (current?.key !== key) {
      const contents = read(docs)
      current = { key, contents }
      // What could not be read is tried again by the next question.
      contents.catch(() => {
        if (current?.contents === contents) current = undefined
      })
    }
    return current.contents
  }
}

const INDEX = 'search-index.json'

async function read(docs: string): Promise<SiteContents> {
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(docs, name), 'utf8'))
  const [records, examples] = await Promise.all([json(INDEX), json('examples.json').catch(() => [])])
  return {
    index: new IndexSearch(records as SearchRecord[]),
    examples: examples as PublishedExample[],
    async text(path) {
      const file = await fileOf(docs, path)
      return file ? readFile(file.path, 'utf8') : undefined
    },
  }
}
