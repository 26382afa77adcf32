import { CHANNELS, ERROR_EXAMPLES, NEXT, PLAN_LIMIT_NAMES, PLANS } from '@credence/contract'
import { PLACEHOLDER_ORIGIN } from '@credence/search'
import { expect, test } from 'vitest'
import { ALL_SETTINGS, settingsOf } from '../../../server/src/settings/table.ts'
import type { MdxNode } from '../mdx/nodes.ts'
import { ASKED_LIMITS, ASKED_SETTINGS } from './asked.ts'
import { commandPointers } from './commands.ts'
import { errorTables } from './errors.ts'
import { eventTable } from './events.ts'
import { branchesTable, branchesText, methodsText, validationTable, validationText, worstText } from './figures.ts'
import { place } from './index.ts'
import { limitPaths, limitTables } from './limits.ts'
import { operationTable } from './operations.ts'
import { planLimitTable, planTable, settingTable } from './settings.ts'
import { snippetTabs } from './snippets.ts'
import { statusDiagram } from './status.ts'

const all = (node: MdxNode, name: string): MdxNode[] => [
  ...(node.name === name ? [node] : []),
  ...(node.children ?? []).flatMap((child) => all(child, name)),
]

test('snippets become a tab for each language that has a file', () => {
  const tabs = all(snippetTabs('build-source-code'), 'TabItem')
  expect(tabs.map(({ attributes }) => attributes?.[0]?.value)).toEqual(['cURL', 'TypeScript', 'Python', 'credence'])
  expect(tabs[0]?.children?.[0]?.value).toContain('/sourcecode/builds')
})
test('a page may put a language first', () => {
  const tabs = all(snippetTabs('quickstart', 'credence'), 'TabItem')
  expect(tabs.map(({ attributes }) => attributes?.[0]?.value)).toEqual(['credence', 'TypeScript', 'Python'])
})
test('commands that another page explains keep their anchors, and lead there', () => {
  const pointers = JSON.stringify(commandPointers('cores webhooks', '/docs/there/'))
  expect(pointers).toContain('"url":"/docs/there/#credence-cores-create","data":{"hProperties":{"id":"credence-cores-create"}}')
  expect(pointers).toContain('"hProperties":{"id":"webhooks"}')
  expect(() => commandPointers('cores nothing', '/docs/there/')).toThrow('there is no command credence nothing')
})
test('questions for a limit or a setting name one that there is', () => {
  expect(limitPaths()).toEqual(expect.arrayContaining(Object.keys(ASKED_LIMITS)))
  expect(ALL_SETTINGS.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(ASKED_SETTINGS)))
})
test('a snippet that does not exist stops the build', () => {
  expect(() => snippetTabs('nowhere')).toThrow('examples/api/nowhere has no snippets')
})
test('the drawing of statuses has an arrow for each transition and a box for each status', () => {
  const [figure] = statusDiagram()
  const transitions = Object.values(NEXT).flat()
  expect(all(figure as MdxNode, 'path').filter(({ attributes }) => attributes?.some(({ name }) => name === 'markerEnd'))).toHaveLength(
    transitions.length,
  )
  expect(all(figure as MdxNode, 'rect')).toHaveLength(Object.keys(NEXT).length)
})
test('no two arrows between statuses cross, none runs through a box, and their ends stand apart', () => {
  const [figure] = statusDiagram()
  const attribute = ({ attributes }: MdxNode, wanted: string) => String(attributes?.find(({ name }) => name === wanted)?.value)
  const arrows = all(figure as MdxNode, 'path')
    .filter((path) => attribute(path, 'markerEnd') !== 'undefined')
    .map((path) => corners(attribute(path, 'd')))
  const linesOf = (places: readonly Corner[]) => places.slice(1).map(([x, y], i) => [...places[i]!, x, y] as const)
  const side = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
  const overlap = (a: number, b: number, c: number, d: number) => Math.max(a, b) >= Math.min(c, d) && Math.max(c, d) >= Math.min(a, b) // of lines in line
  type Line = readonly [number, number, number, number]
  const meet = ([a, b, c, d]: Line, [e, f, g, h]: Line) =>
    side(a, b, c, d, e, f) * side(a, b, c, d, g, h) <= 0 &&
    side(e, f, g, h, a, b) * side(e, f, g, h, c, d) <= 0 &&
    overlap(a, c, e, g) &&
    overlap(b, d, f, h)
  const anyMeet = (some: readonly Line[], others: readonly Line[]) => some.some((line) => others.some((other) => meet(line, other)))
  for (const [i, first] of arrows.entries())
    for (const second of arrows.slice(i + 1)) expect(anyMeet(linesOf(first), linesOf(second)), `${first} and ${second}`).toBe(false)
  for (const box of all(figure as MdxNode, 'rect')) {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(attribute(box, name))) as [number, number, number, number]
    const inside: Line[] = [
      [x + 2, y + 2, x + width - 2, y + height - 2],
      [x + 2, y + height - 2, x + width - 2, y + 2],
    ]
    expect(arrows.filter((arrow) => anyMeet(linesOf(arrow), inside))).toEqual([])
  }
  const ends = arrows.flatMap((places) => [places[0]!, places.at(-1)!])
  for (const [i, [x, y]] of ends.entries()) for (const [u, v] of ends.slice(i + 1)) expect(Math.hypot(x - u, y - v)).toBeGreaterThanOrEqual(16)
})
type Corner = readonly [x: number, y: number]
/** Of a path of M, H, V and Q; a rounded corner counts as its two ends. */
function corners(d: string): Corner[] {
  const places: Corner[] = []
  for (const [, command, numbers] of d.matchAll(/([MHVQ])([\d. ]+)/g)) {
    const given = numbers!.trim().split(' ').map(Number)
    const [x, y] = places.at(-1) ?? [0, 0]
    places.push(command === 'H' ? [given[0]!, y] : command === 'V' ? [x, given[0]!] : [given.at(-2)!, given.at(-1)!])
  }
  return places
}
test('tables of errors and limits have a row for each entry', () => {
  const rows = errorTables().flatMap(({ type, children = [] }) => (type === 'table' ? children.slice(1) : []))
  expect(rows).toHaveLength(Object.keys(ERROR_EXAMPLES).length)
  expect(JSON.stringify(errorTables())).not.toContain('`')
  expect(JSON.stringify(limitTables())).toContain('100 000')
})
test('the address of the platform stands wherever a page has its placeholder', () => {
  const page: MdxNode = {
    type: 'root',
    children: [
      { type: 'code', value: `curl ${PLACEHOLDER_ORIGIN}/health` },
      { type: 'text', value: 'a' },
    ],
  }
  place(page, 'http://there:81')
  expect(page.children?.map(({ value }) => value)).toEqual(['curl http://there:81/health', 'a'])
})
test('every event stands in the table of events once', () => {
  const cells = JSON.stringify(eventTable())
  expect(CHANNELS.filter((kind) => cells.split(`"${kind}"`).length !== 2)).toEqual([])
})
test('settings stand in a table with their defaults and ranges, and what refers to a page is a link', () => {
  const where = settingTable('Where')
  expect(where.children).toHaveLength(settingsOf('Where').length + 1)
  expect(JSON.stringify(where)).toContain('open connections; see ')
  expect(JSON.stringify(where)).toContain(
    '{"type":"link","url":"/docs/platform/operate/security/#connections","children":[{"type":"text","value":"connections"}]}',
  )
  expect(JSON.stringify(where)).toContain(' (10 to 100 000)')
  expect(JSON.stringify(where)).not.toContain('`')
  expect(() => settingTable('Elsewhere')).toThrow('no settings stand below Elsewhere')
  const plans = planTable().children!
  expect(plans).toHaveLength(PLANS.length + 1)
  for (const row of plans) expect(row.children).toHaveLength(PLAN_LIMIT_NAMES.length + 1)
  expect(JSON.stringify(planLimitTable())).toContain(ERROR_EXAMPLES.repositoryLimit.message)
})
test('operations of an unknown tag stop the build', () => {
  expect(JSON.stringify(operationTable('Tasks'))).toContain('POST /builds/{BuildID}/tasks')
  expect(() => operationTable('Nothing')).toThrow('no tag is called Nothing')
})
test('sentences quote bench/methods.json, the largest error rounded up', () => {
  expect(methodsText('draws')).toMatch(/^\d+ million$/)
  const [mean, deviation] = ['mean', 'deviation'].map((of) => worstText(of, 'one run on C0-S+'))
  expect(mean).toMatch(/^0\.000[1-9]$/)
  expect(deviation).toMatch(/^0\.[1-9] %$/)
  expect(() => worstText('mean', 'guessing')).toThrow('no method is called guessing')
})
test('tables and sentences quote bench/branches.json', () => {
  expect(JSON.stringify(branchesTable('paths'))).toContain('state machine')
  expect(branchesText('worst')).toMatch(/^\d+\.\d(, \d+\.\d)+$/)
  expect(() => branchesTable('all')).toThrow('name paths')
})
test('tables and sentences quote bench/validation.json', () => {
  for (const core of ['Athens', 'Reference']) expect(JSON.stringify(validationTable(core))).toContain('option pay-off')
  expect(Number(validationText('within'))).toBeLessThanOrEqual(Number(validationText('rows')))
  expect(() => validationTable('Zurich')).toThrow('no microarchitecture Zurich was measured')
})
