import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CODE_FOLDERS } from './prepare.ts'

/** The folders of everything of the engine that a file imports, itself or through others; types are gone when it runs. */
function foldersBehind(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return seen
  seen.add(file.href)
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^']*'(\.{1,2}\/[^']+\.ts)'/gm))
    foldersBehind(new URL(from, file), seen)
  return seen
}

test('a kept build depends on all code that makes builds', () => {
  const files = [...foldersBehind(new URL('../build.ts', import.meta.url))]
  const folders = new Set(files.map((file) => new URL('.', file).href))
  const known = CODE_FOLDERS.map((path) => new URL(path, import.meta.url).href.replace('/node/../', '/'))
  expect(files.length).toBeGreaterThan(40)
  expect([...folders].filter((folder) => !known.includes(folder))).toEqual([])
})
