// In which words else people ask for what a page says. Beside a page `x.mdx` lies `x.asked.txt`: at the beginning of a line the wording by which `<Asked for="…" />`
// of the page names the place, and below it, indented, the others. Pages that readers get have the names alone: the rest is for the search's index.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ASKED_ERRORS, ASKED_LIMITS, ASKED_PLANS, ASKED_SETTINGS, ASKED_STATUSES, listed, nameOf } from './asked.ts'

/** All wordings of a place, the one that names it first, by that one. */
export type Wordings = ReadonlyMap<string, readonly string[]>

/** @throws Error  where a line is empty, or a wording stands twice below a name or a name twice in the file */
export function readWordings(text: string): Wordings {
  const all = new Map<string, string[]>()
  let last: string[] | undefined
  for (const [index, line] of text.trimEnd().split('\n').entries()) {
    const wording = line.trim()
    if (!wording) throw new Error(`line ${index + 1} is empty`)
    if (line.startsWith(' ')) {
      if (!last) throw new Error(`line ${index + 1}: the first line names a place`)
      if (last.includes(wording)) throw new Error(`line ${index + 1}: ${wording} stands twice`)
      last.push(wording)
    } else {
      if (all.has(wording)) throw new Error(`line ${index + 1}: ${wording} names two places`)
      last = [wording]
      all.set(wording, last)
    }
  }
  return all
}

export const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url))
const ENDING = '.asked.txt'

/** Of the page with that path: none where nothing lies beside it. */
export function wordingsBeside(page: string): Wordings {
  const path = page.replace(/\.mdx?$/, ENDING)
  return existsSync(path) ? read(path) : new Map()
}
/** Of all pages, and of the tables that are made from the code. @throws Error  where two places have one name */
export function allWordings(): Wordings {
  const all = new Map<string, readonly string[]>()
  const add = (wordings: Wordings, where: string) => {
    for (const [name, own] of wordings) {
      if (all.has(name)) throw new Error(`${where}: another place is named by ${name}, too`)
      all.set(name, own)
    }
  }
  for (const path of globSync(`**/*${ENDING}`, { cwd: DOCS }).sort()) add(read(join(DOCS, path)), path)
  for (const table of [ASKED_LIMITS, ASKED_SETTINGS, ASKED_PLANS, ASKED_ERRORS, ASKED_STATUSES]) {
    for (const text of Object.values(table)) add(new Map([[nameOf(text), listed(text)]]), 'asked.ts')
  }
  return all
}
function read(path: string): Wordings {
  try {
    return readWordings(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}
