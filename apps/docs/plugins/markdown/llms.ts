// `llms.txt`: what this is, how to use it well, and every page and operation with one sentence: first what most readers come for, last what
// comes with a later release.
import { type OperationModel, operationTwin } from '@credence/contract/reference'
import type { TwinPage } from './twin-page.ts'

const AREAS = [
  { area: 'uxhw-api', title: 'Hardware API (UxHw): the functions of C' },
  { area: 'api', title: 'Compute Engine API: guides' },
  { area: 'platform', title: 'Developer Platform' },
] as const
export type Area = (typeof AREAS)[number]['area']

/** The way from nothing to an answer, in its order. */
const FIRST = [
  '/docs/api/quickstart/',
  '/docs/api/guides/authentication/',
  '/docs/api/guides/builds/builds-source-code/',
  '/docs/api/guides/tasks/tasks-run-build/',
  '/docs/api/guides/tasks/tasks-get-status-and-output/',
  '/docs/api/guides/tasks/tasks-working-with-distributional-output/',
  '/docs/uxhw-api/',
  '/docs/api/reference/',
]

/** @throws RangeError  a page of FIRST is not among the pages */
export function llms(pages: readonly TwinPage[], operations: readonly OperationModel[], origin: string): string {
  const first = FIRST.map((path) => {
    const page = pages.find((each) => each.path === path)
    if (!page) throw new RangeError(`llms.txt begins with ${path}, which is no page`)
    return page
  })
  const now = pages.filter((page) => !page.isLater && !first.includes(page))
  const others = now.filter(({ path }) => !AREAS.some(({ area }) => isIn(area, path)))
  const later = pages.filter((page) => page.isLater && !first.includes(page))
  return `# Credence

> Credence builds and runs ordinary C, C++ and Fortran so that every floating-point number can carry a probability distribution: distributions, plots and samples in one run.

## Instructions

- Begin with the quickstart: ${origin}/docs/api/quickstart.md. It needs a shell, curl, the address of a platform and an API key, which the platform prints on its first start.
- Every page has a Markdown twin: put \`.md\` in place of the last slash, or send \`Accept: text/markdown\`.
- The API is described by OpenAPI 3.1 at ${origin}/openapi.json. Send the API key in the \`Authorization\` header, without a scheme word.
- To run a program: POST /sourcecode/builds, wait for Completed, POST /builds/{BuildID}/tasks, wait for Completed, GET /tasks/{TaskID}/output/Stdout. Stopped and Cancelled end the waiting too: GET /builds/{BuildID}/outputs links to what the compiler said.
- A printed number with a distribution is its particle (what plain C would print; not the mean), directly followed by \`Ux\` and hexadecimal digits; outputs in these pages shorten them to \`Ux…\`. Send that text to POST /samples or POST /plot.
- Agents that speak the Model Context Protocol add ${origin}/mcp: search_docs, get_page, get_operation, and run_example, which needs the API key.
- The programs of these pages, with their ids, are in ${origin}/examples.json.
- In C: \`#include <uxhw.h>\`, make a number uncertain with one of the constructors, then compute as usual. Do not write Monte Carlo loops.
- One variable used twice stays one variable: \`x - x\` is 0. Call a constructor twice, or UxHwDoubleGetIndependentCopy, for independent values. An offset that several readings share is made once and added to each.

## Begin here

${lines(first, origin)}

## Operations of the API

${operationLines(
  operations.filter(({ available }) => available),
  origin,
)}

${AREAS.map(({ area, title }) => `## ${title}\n\n${lines(within(now, area), origin)}`).join('\n\n')}

## More

${lines(others, origin)}
- [All pages in one file](${origin}/llms-full.txt)

## Not available yet

These pages describe a later release. Its operations are marked so in ${origin}/docs/api/llms.txt.

${later.map(({ page, twin }) => link(page.title, twin, origin)).join('\n')}
`
}

export function llmsArea(pages: readonly TwinPage[], operations: readonly OperationModel[], area: Area, origin: string): string {
  const title = AREAS.find((each) => each.area === area)?.title
  const more = operations.length
    ? `\n## Operations\n\n${operationLines(
        laterLast(operations, ({ available }) => !available),
        origin,
      )}\n`
    : ''
  return `# Credence: ${title}\n\n> The pages of this area. Everything else is listed in ${origin}/llms.txt.\n\n${lines(
    laterLast(within(pages, area), ({ isLater }) => isLater),
    origin,
  )}\n${more}`
}

const isIn = (area: Area, path: string): boolean => path.startsWith(`/docs/${area}/`)
const within = (pages: readonly TwinPage[], area: Area): TwinPage[] => pages.filter(({ path }) => isIn(area, path))
function laterLast<Each>(all: readonly Each[], isLater: (each: Each) => boolean): Each[] {
  return [...all.filter((each) => !isLater(each)), ...all.filter(isLater)]
}

const link = (title: string, twin: string, origin: string): string => `- [${title}](${origin}${twin})`
const LATER = ' (not available yet)'

function lines(pages: readonly TwinPage[], origin: string): string {
  return pages
    .map(({ twin, page, isLater }) => `${link(page.title, twin, origin)}${page.description ? `: ${page.description}` : ''}${isLater ? LATER : ''}`)
    .join('\n')
}

function operationLines(operations: readonly OperationModel[], origin: string): string {
  return operations
    .map(({ id, method, path, summary, available }) => `${link(summary, operationTwin(id), origin)}: \`${method} ${path}\`${available ? '' : LATER}`)
    .join('\n')
}
