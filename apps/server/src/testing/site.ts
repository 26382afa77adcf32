// For tests only: a small documentation site in a folder, as its build would leave it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PublishedExample } from '@credence/contract'
import { RECORDS } from '@credence/search/testing'

export const EXAMPLES: readonly PublishedExample[] = [
  { id: 'uxhw/hello', about: 'Says hello.', language: 'C', core: 'C0-S+', source: 'print hello', inputs: [] },
  { id: 'cases/data', about: 'Reads data.', language: 'C', core: 'C0-S+', source: 'print data', inputs: ['readings.csv'] },
]

export function writeSite(folder: string, files: Readonly<Record<string, string>> = {}): void {
  const all: Record<string, string> = { 'search-index.json': JSON.stringify(RECORDS), 'examples.json': JSON.stringify(EXAMPLES), ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
