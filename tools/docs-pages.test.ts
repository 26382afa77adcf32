// acceptance/docs-pages.tsv against the pages, and the pages against everything that has to be documented.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AGENT_TOOL_NAMES, AVAILABILITY, ERROR_EXAMPLES, OPERATION_IDS, SPEC_FIELD_NAMES, TAGS } from '@credence/contract'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../apps/cli/src/commands.ts'
import { errorTables } from '../apps/docs/plugins/facts/errors.ts'
import { limitPaths, limitTables } from '../apps/docs/plugins/facts/limits.ts'
import { SETTINGS } from '../apps/server/src/settings/table.ts'
import { WRAPPED } from '../packages/engine/src/toolchain/wraps.ts'
import { HEAD, readPages, readRows, rowOf } from './docs-pages.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const LONGEST_LINE = 92 // characters of a program
const pages = readPages()
const rows = readRows()
const covered = new Set(pages.flatMap(({ covers }) => covers))
const text = pages.map(({ source }) => source).join('\n')

/** The site loads them by itself, as scripts that types of modules do not hold for. */
const SIDEBARS: Record<string, object> = {}
for (const area of ['api', 'platform', 'uxhw-api']) SIDEBARS[area] = (await import(at(`apps/docs/sidebars/${area}.ts`))).default
/** Of the pages that a piece of a sidebar names. */
function idsOf(piece: unknown): string[] {
  if (typeof piece === 'string') return [piece]
  if (Array.isArray(piece)) return piece.flatMap(idsOf)
  const { type, id, link, items } = piece as { type?: string; id?: string; link?: unknown; items?: unknown }
  return [...(type === 'doc' && id !== undefined ? [id] : []), ...(link ? idsOf(link) : []), ...(items ? idsOf(items) : [])]
}

describe('acceptance/docs-pages.tsv', () => {
  test('lists every page with what it covers', () => {
    expect(rows[0]).toEqual(HEAD)
    expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual(pages.map(rowOf))
  })
  test('has no empty cell, and a date of review in every row', () => {
    expect(rows.filter((row) => row.length !== HEAD.length || row.some((cell) => cell.trim() === ''))).toEqual([])
    expect(rows.slice(1).filter((row) => !/^\d{4}-\d\d-\d\d$/.test(row[4] ?? ''))).toEqual([])
  })
})

describe('the pages', () => {
  test('show the signature of every UxHw function', () => {
    const header = readFileSync(at('packages/engine/src/guest/include/uxhw.h'), 'utf8')
    const functions = new Set(Array.from(header.matchAll(/\bUxHw(?:Double|Float)(\w+)\s*\(/g), ([, name]) => name as string))
    expect(functions.size).toBeGreaterThan(40)
    expect([...functions].filter((name) => !covered.has(name))).toEqual([])
  })
  test('list every operation of the API', () => {
    expect(OPERATION_IDS.filter((id) => !covered.has(id))).toEqual([])
    expect(Object.keys(TAGS).filter((tag) => !text.includes(`<Operations of="${tag}" />`))).toEqual([])
  })
  test('hold the text of every error with advice', () => {
    expect(text).toContain('<Errors />')
    const table = JSON.stringify(errorTables())
    expect(Object.values(ERROR_EXAMPLES).filter(({ message }) => !table.includes(JSON.stringify(message).slice(1, -1)))).toEqual([])
  })
  test('hold every limit', () => {
    expect(text).toContain('<Limits />')
    const tables = limitTables().filter(({ type }) => type === 'table')
    expect(tables.flatMap(({ children = [] }) => children.slice(1))).toHaveLength(limitPaths().length)
  })
  test('carry the box of everything that comes later but single operations, which tables mark', () => {
    const { functions, screens, features } = AVAILABILITY.later
    const boxes = [
      ...functions.map((name) => `<Later function="${name}" />`),
      ...screens.map((name) => `<Later screen="${name}" />`),
      ...features.map((name) => `<Later feature="${name}" />`),
    ]
    expect(boxes.filter((box) => !text.includes(box))).toEqual([])
  })
  test('show every snippet, and every program but those of the home page', () => {
    const shown = new Set(pages.flatMap(({ examples }) => examples))
    const snippets = globSync('examples/api/*', { cwd: at('') }).map((path) => path.replace('examples/', ''))
    const programs = globSync('examples/{uxhw,traps,cases}/**/*.{c,cpp}', { cwd: at('') }).map((path) =>
      path.replace('examples/', '').replace(/(\/src\/main)?\.\w+$/, ''),
    )
    expect([...snippets, ...programs].filter((name) => !shown.has(name))).toEqual([])
  })
  test('show no program with a line that its card cuts on a window of 1440 px', () => {
    const long = globSync('examples/**/*.{c,cpp,f,f90}', { cwd: at('') })
      .filter((path) => !path.startsWith('examples/api/'))
      .flatMap((path) =>
        readFileSync(at(path), 'utf8')
          .split('\n')
          .flatMap((line, index) => (line.length > LONGEST_LINE ? [`${path}:${index + 1}: ${line.length} characters`] : [])),
      )
    expect(long).toEqual([])
  })
  test('name programs and snippets that exist', () => {
    const missing = pages.flatMap(({ route, examples }) =>
      examples
        .filter((id) => !['', '.c', '.cpp', '.f', '.f90'].map((ending) => `examples/${id}${ending}`).some((path) => existsSync(at(path))))
        .map((id) => `${route}: ${id}`),
    )
    expect(missing).toEqual([])
  })
  test('explain every field of a core that is more than its name', () => {
    const page = pages.find(({ route }) => route === '/docs/api/guides/execution-cores/')?.source ?? ''
    expect(SPEC_FIELD_NAMES.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
  })
  test('explain every command of credence', () => {
    const commands = COMMANDS.map(({ name }) => name)
    expect(commands.length).toBeGreaterThan(25)
    expect(commands.filter((name) => !text.includes(`<Command of="${name}" />`))).toEqual([])
  })
  test('explain every tool of agents', () => {
    const page = pages.find(({ route }) => route === '/docs/api/guides/agents/')?.source ?? ''
    expect(AGENT_TOOL_NAMES.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
  })
  test('list every event', () => {
    expect(text).toContain('<Events />')
  })
  test('stand in the sidebar of their area, each once', () => {
    const listed = Object.entries(SIDEBARS).flatMap(([area, sidebar]) => idsOf(Object.values(sidebar)).map((id) => `${area}/${id}`))
    const written = globSync('apps/docs/docs/**/*.mdx', { cwd: at('') }).map((file) => file.replace('apps/docs/docs/', '').replace('.mdx', ''))
    expect(listed.toSorted()).toEqual(written.toSorted())
  })
  test('list every law that has a constructor', () => {
    const page = pages.find(({ route }) => route === '/docs/uxhw-api/inserting-uncertainty/parametric-distributions/')?.source ?? ''
    expect(page).toContain('<Laws />')
  })
  test('explain every setting of the platform', () => {
    const page = pages.find(({ route }) => route === '/docs/platform/operate/configuration/')?.source ?? ''
    expect(Object.keys(SETTINGS).filter((group) => !page.includes(`## ${group}\n`) || !page.includes(`<Settings of="${group}" />`))).toEqual([])
  })
  test('have tables whose rows all have as many cells as their head', () => {
    const cells = (row: string) => row.replace(/`[^`]*`/g, '').split(/(?<!\\)\|/).length
    const uneven = pages.flatMap(({ route, source }) =>
      Array.from(source.matchAll(/(?:^\|.*\n)+/gm), ([block]) => block.trimEnd().split('\n')).flatMap((rows) =>
        rows.filter((row) => cells(row) !== cells(rows[0] as string)).map((row) => `${route}: ${row}`),
      ),
    )
    expect(text).toContain('| --- |')
    expect(uneven).toEqual([])
  })
  test('list every mathematical function that the library redirects, and no other of its names', () => {
    const page = pages.find(({ route }) => route === '/docs/uxhw-api/how-it-computes/mathematics/')?.source ?? ''
    const listed = new Set(Array.from(page.matchAll(/`([a-z]\w*)`/g), ([, name]) => name as string))
    const others = new Set(['vfprintf', 'vfwprintf', 'ecvt', 'fcvt', 'gcvt', 'sbrk'])
    const redirected = WRAPPED.filter((name) => /^[a-z]/.test(name) && !others.has(name))
    const withoutSuffix = (name: string) => name.replace(/^(lgamma)[fl]_r$/, '$1_r').replace(/[fl]$/, '')
    expect(redirected.length).toBeGreaterThan(200)
    expect(redirected.filter((name) => !listed.has(name) && !listed.has(withoutSuffix(name)))).toEqual([])
    const beyond = ['cmath', 'complex', 'isnan', 'isinf', 'isfinite', 'isnormal', 'signbit', 'fpclassify', 'double', 'float']
    expect([...listed].filter((name) => !redirected.includes(name) && !beyond.includes(name))).toEqual([])
  })
  test('say nothing is simple, just so, or easy', () => {
    expect(pages.filter(({ source }) => /\b(simply|just|easy|easily)\b/i.test(source)).map(({ route }) => route)).toEqual([])
  })
})
