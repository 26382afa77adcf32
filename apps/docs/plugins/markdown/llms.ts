// `llms.txt`: what this is, how to use it well, and every page and operation with one sentence.
import { type OperationModel, operationTwin } from '@credence/contract/reference'
import type { TwinPage } from './index.ts'

const AREAS = [
  { area: 'api', title: 'Compute Engine API' },
  { area: 'platform', title: 'Developer Platform' },
  { area: 'uxhw-api', title: 'Hardware API (UxHw)' },
] as const
export type Area = (typeof AREAS)[number]['area']

export function llms(pages: readonly TwinPage[], operations: readonly OperationModel[], origin: string): string {
  const others = pages.filter(({ path }) => !AREAS.some(({ area }) => path.startsWith(`/docs/${area}/`)))
  return `# Credence

> Credence builds and runs ordinary C and C++ so that every floating-point number can carry a probability distribution: distributions, plots and samples in one run.

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

${AREAS.map(({ area, title }) => `## ${title}\n\n${lines(pages, area, origin)}`).join('\n\n')}

## Operations of the API

${operationLines(operations, origin)}

## More

${others.map((page) => line(page, origin)).join('\n')}
- [All pages in one file](${origin}/llms-full.txt)
`
}

export function llmsArea(pages: readonly TwinPage[], operations: readonly OperationModel[], area: Area, origin: string): string {
  const title = AREAS.find((each) => each.area === area)?.title
  const more = operations.length ? `\n## Operations\n\n${operationLines(operations, origin)}\n` : ''
  return `# Credence: ${title}\n\n> The pages of this area. Everything else is listed in ${origin}/llms.txt.\n\n${lines(pages, area, origin)}\n${more}`
}

function lines(pages: readonly TwinPage[], area: Area, origin: string): string {
  return pages
    .filter(({ path }) => path.startsWith(`/docs/${area}/`))
    .map((page) => line(page, origin))
    .join('\n')
}

function line({ twin, page }: TwinPage, origin: string): string {
  return `- [${page.title}](${origin}${twin})${page.description ? `: ${page.description}` : ''}`
}

function operationLines(operations: readonly OperationModel[], origin: string): string {
  return operations
    .map(
      ({ id, method, path, summary, available }) =>
        `- [${summary}](${origin}${operationTwin(id)}): \`${method} ${path}\`${available ? '' : ', not available yet'}`,
    )
    .join('\n')
}
