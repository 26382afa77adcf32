// Facts in prose: MDX elements that are replaced, while a page is compiled, by what packages/contract and the header say.
// They leave static text behind, so they cost a reader nothing, and an unknown name stops the build.
//   <Limit of="samples.max" />          a number of LIMITS
//   <ErrorText of="coreNotFound" />     the text of an error; field= names the field where the text names one
//   <Signature of="Quantile" />         prototypes of a UxHw function, double and float, in tabs by language
//   <Later operation="createCore" />    a box when it comes with a later release, nothing otherwise; also function=, screen=, feature=
//   <Cores of="tracking" />             a table of default cores: tracking, plain or hardware
//   <Snippets of="quickstart" />        tabs with the files of examples/api/quickstart; first="credence" puts that language first
//   <Listing file="examples/…" />       a file of the repository, with its path as the title
//   <Errors />, <Limits />, <Statuses />, <Events />  the whole catalogue, all limits, the life of builds and tasks, what is told of it
//   <Settings of="Workers" />, <Plans />, <PlanLimits />  settings of a platform below a heading, what its plans allow, and what one more is answered
//   <Operations of="Tasks" />           the operations of a tag, and whether they are available
//   <Laws />, <LawSliders of="gauss" />   the constructors of parametric laws as cards, and the card of one on its page
//   <Published of="cases/gum-mass.c" /> published figures beside those of the example
//   <PublishedChart of="first.c Viscosity; cases/gum-mass.c Mass calibration" />  all of them in one picture, in tolerances
//   <Off of="cases/kalman.c" figure="…" />  how far one of those figures is from the published one
//   <Methods />                         bench/methods.json; of="draws" and of="machine" give a piece of it
//   <Worst of="mean" method="…" />      the largest error of a method in it: mean, deviation or quantiles
//   <Branches of="paths" />             bench/branches.json: a table; machine and worst in a sentence
//   <Validation of="Athens" />          bench/validation.json: the table of a microarchitecture; rows and within in a sentence
//   <Costs of="operations" />           times of operations from bench/README.md; of="memory": what a value takes on each core
//   <Changelog />                       CHANGELOG.md
//   <PathsDiagram />                    how samples take their own paths, drawn
//   <Command of="builds create" />      the help of a command
//   <Commands of="cores files" on="/docs/…/" />  groups of commands that another page explains, with links to them
//   <Asked for="…" />                  people ask for what the next paragraph, row or code says, in these words and others (wordings.ts); readers do not see them
//   <Platform />                        the address of the platform; in code it is written as the placeholder of packages/search
import { readFileSync } from 'node:fs'
import { AVAILABILITY, CORE_FIELD_NAMES, CORE_FIELDS, DEFAULT_CORES, ERROR_EXAMPLES, isAvailable, LIMITS } from '@credence/contract'
import { uxhwModule } from '@credence/engine/uxhw-module'
import { PLACEHOLDER_ORIGIN } from '@credence/search'
import { askedFor, element, grouped, listing, type MdxNode, table, text } from '../mdx/nodes.ts'
import { changelogPage } from './changelog.ts'
import { commandHelp, commandPointers } from './commands.ts'
import { costTable } from './costs.ts'
import { errorTables } from './errors.ts'
import { eventTable } from './events.ts'
import {
  branchesTable,
  branchesText,
  distanceText,
  methodsChart,
  methodsText,
  publishedChart,
  publishedTable,
  validationTable,
  validationText,
  worstText,
} from './figures.ts'
import { lawCards, lawSliders } from './laws.ts'
import { limitTables } from './limits.ts'
import { operationTable } from './operations.ts'
import { pathsDiagram } from './paths.ts'
import { interfacesOf, prototypesOf } from './prototypes.ts'
import { planLimitTable, planTable, settingTable } from './settings.ts'
import { snippetTabs } from './snippets.ts'
import { statusDiagram } from './status.ts'
import { type Wordings, wordingsBeside } from './wordings.ts'

interface MessageFile {
  path: string
}
const REPOSITORY = new URL('../../../../', import.meta.url)
const HEADER = new URL('../../../../packages/engine/src/guest/include/uxhw.h', import.meta.url)
const AVAILABILITY_KINDS = { operation: 'operations', function: 'functions', screen: 'screens', feature: 'features' } as const

type Parse = (text: string) => MdxNode
interface Page {
  readonly path: string
  readonly parse: Parse
  /** What lies beside it, read when the first mark asks. */
  readonly wordings: () => Wordings
}

/** @param options.platform  the address that pages give for the platform, where they hold the placeholder */
export default function facts(this: { parse: Parse }, { platform }: { platform: string }) {
  const parse: Parse = (text) => this.parse(text)
  return (tree: MdxNode, file: MessageFile) => {
    let wordings: Wordings | undefined
    replaceBelow(tree, { path: file.path, parse, wordings: () => (wordings ??= wordingsBeside(file.path)) })
    place(tree, platform)
  }
}

/** Puts the address of the platform where the placeholder stands. */
export function place(node: MdxNode, platform: string): void {
  if (node.value !== undefined) node.value = node.value.replaceAll(PLACEHOLDER_ORIGIN, platform)
  for (const child of node.children ?? []) place(child, platform)
}

function replaceBelow(node: MdxNode, page: Page): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    const replace = child.type.startsWith('mdxJsx') && child.name ? REPLACEMENTS[child.name] : undefined
    if (replace) {
      try {
        return replace(Object.fromEntries((child.attributes ?? []).map(({ name, value }) => [name, String(value)])), child, page)
      } catch (error) {
        throw new Error(`${page.path}: <${child.name}>: ${error instanceof Error ? error.message : error}`)
      }
    }
    replaceBelow(child, page)
    return [child]
  })
}

const REPLACEMENTS: Readonly<Record<string, (attributes: Record<string, string>, node: MdxNode, page: Page) => MdxNode[]>> = {
  Limit: ({ of = '', as }) => [{ type: 'text', value: limitText(of, as) }],
  ErrorText: ({ of = '', field = 'Name' }) => {
    const error = (ERROR_EXAMPLES as Record<string, { message: string }>)[of]
    if (!error) throw new RangeError(`no error is called ${of}`)
    return [{ type: 'inlineCode', value: error.message.replace("'Name'", `'${field}'`) }]
  },
  Signature: ({ of = '' }) => [signature(of)],
  Later: laterBox,
  Cores: ({ of }) => [coresTable(of)],
  Snippets: ({ of = '', first }) => [snippetTabs(of, first)],
  Listing: ({ file = '', lang = LISTING_LANGUAGES[file.split('.').at(-1) ?? ''] ?? 'text' }) => [
    listing(readFileSync(new URL(file, REPOSITORY), 'utf8'), lang, file),
  ],
  Operations: ({ of = '' }) => [operationTable(of)],
  Errors: errorTables,
  Events: () => [eventTable()],
  Laws: () => [lawCards()],
  LawSliders: ({ of = '' }) => [lawSliders(of)],
  Limits: limitTables,
  Settings: ({ of = '' }) => [settingTable(of)],
  Plans: () => [planTable()],
  PlanLimits: () => [planLimitTable()],
  Statuses: statusDiagram,
  PathsDiagram: pathsDiagram,
  Published: ({ of = '' }) => [publishedTable(of)],
  PublishedChart: ({ of = '' }) => [publishedChart(of)],
  Off: ({ of = '', figure = '' }) => [{ type: 'text', value: distanceText(of, figure) }],
  Methods: ({ of }) => (of === undefined ? methodsChart() : [{ type: 'text', value: methodsText(of) }]),
  Worst: ({ of = '', method = '' }) => [{ type: 'text', value: worstText(of, method) }],
  Branches: ({ of = '' }) => (of === 'machine' || of === 'worst' ? [{ type: 'text', value: branchesText(of) }] : [branchesTable(of)]),
  Validation: ({ of = '' }) => (of === 'rows' || of === 'within' ? [{ type: 'text', value: validationText(of) }] : [validationTable(of)]),
  Costs: ({ of = '' }) => [costTable(of)],
  Changelog: (_attributes, _node, { parse }) => changelogNodes(parse),
  Command: ({ of = '' }) => [commandHelp(of)],
  Commands: ({ of = '', on = '' }) => [commandPointers(of, on)],
  Platform: () => [platformAddress()],
  Asked: ({ for: name = '' }, { type }, { wordings }) => {
    if (!wordings().has(name)) throw new RangeError(`no line of the wordings beside the page begins with ${name}`)
    return [askedFor(name, type)]
  },
}

/** One prototype serves C and C++; the interface of Fortran comes from the module that is made of the header. */
function signature(name: string): MdxNode {
  const header = readFileSync(HEADER, 'utf8')
  const fortran = interfacesOf(uxhwModule(header), name)
  const c: MdxNode = { type: 'code', lang: 'c', value: prototypesOf(header, name) }
  if (fortran === undefined) return c
  const tab = (label: string, lang: string, value: string) => element('TabItem', { value: label, label }, [{ type: 'code', lang, value }])
  return element('Tabs', { groupId: 'uxhw-language' }, [tab('C and C++', 'c', c.value ?? ''), tab('Fortran', 'fortran', fortran)])
}

/** The address is put in when the page is served, also into the script that takes the page over; should they differ, the page stays as it is. */
const platformAddress = (): MdxNode => ({
  type: 'mdxJsxTextElement',
  name: 'code',
  attributes: [{ type: 'mdxJsxAttribute', name: 'suppressHydrationWarning', value: null }],
  children: [text(PLACEHOLDER_ORIGIN)],
})

const LISTING_LANGUAGES: Readonly<Record<string, string>> = { sh: 'bash', ts: 'ts', py: 'python', c: 'c', yaml: 'yaml', mk: 'makefile' }

/** A limit as a reader writes it: thin spaces between thousands; `as="MiB"` and `as="minutes"` change the unit. */
export function limitText(path: string, unit?: string): string {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], LIMITS)
  if (typeof value !== 'number') throw new RangeError(`no limit is called ${path}`)
  const scaled = unit === undefined ? value : value / (UNITS[unit] ?? NaN)
  if (!Number.isFinite(scaled)) throw new RangeError(`no unit is called ${unit}`)
  return grouped(unit === undefined ? scaled : Number(scaled.toPrecision(4)))
}
const UNITS: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  MB: 1e6,
  kB: 1e3,
  seconds: 1000,
  minutes: 60_000,
  'seconds of milliseconds': 1000,
  'minutes of seconds': 60,
  'hours of seconds': 3600,
  'days of seconds': 86_400,
}

function laterBox(attributes: Record<string, string>): MdxNode[] {
  const [kind, name] = Object.entries(attributes)[0] ?? []
  const list = AVAILABILITY_KINDS[kind as keyof typeof AVAILABILITY_KINDS]
  if (!list || !name) throw new RangeError(`name one of ${Object.keys(AVAILABILITY_KINDS).join(', ')}`)
  if (isAvailable(list, name)) return []
  const what = { operations: 'This operation', functions: 'This function', screens: 'This screen', features: name }[list]
  const known: readonly string[] = AVAILABILITY.later[list]
  if (!known.includes(name)) throw new RangeError(`${name} is not in the list of what comes later`)
  return [
    {
      type: 'mdxJsxFlowElement',
      name: 'admonition',
      attributes: [
        { type: 'mdxJsxAttribute', name: 'type', value: 'info' },
        { type: 'mdxJsxAttribute', name: 'title', value: 'Not available yet' },
      ] as never,
      children: [{ type: 'paragraph', children: [{ type: 'text', value: `${what} comes with a later release.` }] }],
    },
  ]
}

/** The releases: everything below the title. */
function changelogNodes(parse: Parse): MdxNode[] {
  return changelogPage(parse(readFileSync(new URL('CHANGELOG.md', REPOSITORY), 'utf8')).children ?? [])
}

function coresTable(which = ''): MdxNode {
  const rows = DEFAULT_CORES.filter((core) => {
    if (which === 'hardware') return core.Class.includes('microSD')
    if (which === 'plain') return ['Bypass', 'Reference'].includes(core.Microarchitecture)
    if (which === 'tracking') return !core.Class.includes('microSD') && core.Microarchitecture === 'Athens'
    throw new RangeError('name tracking, plain or hardware')
  })
  return table(
    [...CORE_COLUMNS.map((name) => ('unit' in CORE_FIELDS[name] ? `${name} (${CORE_FIELDS[name].unit})` : name)), 'CoreID'],
    rows.map((core) => [
      ...CORE_COLUMNS.map((name) => (typeof core[name] === 'number' ? grouped(core[name]) : core[name])),
      { type: 'inlineCode', value: core.CoreID },
    ]),
    CORE_COLUMNS.flatMap((name, index) => ('min' in CORE_FIELDS[name] ? [index] : [])),
  )
}
/** The Class is part of the name of a default core. */
const CORE_COLUMNS = [...CORE_FIELD_NAMES.filter((name) => name !== 'Class' && name !== 'CorrelationTracking'), 'CorrelationTracking'] as const
