// What agents are offered at /mcp, by the Model Context Protocol: the tools, what they take, what they answer, and the texts of their refusals.
import { type Static, Type } from 'typebox'
import type { Language } from './enums.ts'
import { LIMITS } from './limits.ts'
import { nullable, oneOf } from './schema.ts'

export const MCP_PATH = '/mcp'
/** Areas of the documentation, as in `/docs/api/`. */
export const DOCS_AREAS = ['api', 'platform', 'uxhw-api'] as const
export type DocsArea = (typeof DOCS_AREAS)[number]

/** A program of the documentation, an entry of `/examples.json`. */
export interface PublishedExample {
  /** As `uxhw/quantile`. */
  readonly id: string
  /** Its first comment. */
  readonly about: string
  readonly language: Language
  /** Name of the core that the pages show it on. */
  readonly core: string
  readonly source: string
  /** Names of files that it reads, and of other sources. A program with files does not run from its source alone. */
  readonly inputs: readonly string[]
}

const SearchInput = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: LIMITS.agents.queryCharacters,
      description: 'Words or a question, as `quantile` or `how do I cancel a task`.',
    }),
    area: Type.Optional(
      oneOf(DOCS_AREAS, { description: 'Only this part: api (REST API), platform (user guide), uxhw-api (functions of C programs).' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.agents.results.max,
        description: `How many results; ${LIMITS.agents.results.default} unless you say.`,
      }),
    ),
  },
  { additionalProperties: false },
)
const SearchOutput = Type.Object({
  answers: Type.Array(Type.Object({ title: Type.String(), url: Type.String(), text: Type.String() }), {
    description: 'Where the query is a question: the sentences, rows and listings that answer it, word for word, as Markdown.',
  }),
  results: Type.Array(Type.Object({ title: Type.String(), url: Type.String(), excerpt: Type.String() })),
})
const PageInput = Type.Object(
  {
    page: Type.String({
      minLength: 1,
      maxLength: LIMITS.agents.addressCharacters,
      description: 'Path or address of a page, as `/docs/api/quickstart/` or a url that search_docs gave.',
    }),
  },
  { additionalProperties: false },
)
const OperationInput = Type.Object(
  {
    operation: Type.String({
      minLength: 1,
      maxLength: LIMITS.agents.addressCharacters,
      description: 'Id or method and path of an operation, as `getTask` or `GET /tasks/{TaskID}`.',
    }),
  },
  { additionalProperties: false },
)
const RunInput = Type.Object(
  {
    example: Type.Optional(
      Type.String({ minLength: 1, maxLength: LIMITS.agents.addressCharacters, description: 'Id, as `uxhw/quantile`. Leave it out to get the list.' }),
    ),
    source: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.agents.sourceCharacters,
        description: 'The edited program, whole. Absent: the program as the pages show it.',
      }),
    ),
  },
  { additionalProperties: false },
)
const RunOutput = Type.Object({
  output: Type.String({ description: 'What the program printed, distributions left out.' }),
  values: Type.Array(
    Type.Object({
      printed: Type.String(),
      mean: nullable(Type.Number()),
      standardDeviation: nullable(Type.Number()),
      quantiles: Type.Object({ '0.025': nullable(Type.Number()), '0.5': nullable(Type.Number()), '0.975': nullable(Type.Number()) }),
    }),
    { description: 'The distributions of printed numbers, in order; null for a figure that is not finite.' },
  ),
  BuildID: Type.String(),
  TaskID: Type.String(),
})
export type SearchDocsOutput = Static<typeof SearchOutput>
export type RunExampleOutput = Static<typeof RunOutput>

export const AGENT_TOOLS = {
  search_docs: {
    title: 'Search the documentation',
    description:
      'Finds sections of the Credence documentation. Where the query is a question, the passages that answer it come first, word for word. Then title, url and excerpt of each section; read the whole page with get_page.',
    input: SearchInput,
    output: SearchOutput,
    needsKey: false,
  },
  get_page: {
    title: 'Read a page',
    description: 'Gives a page of the documentation as Markdown.',
    input: PageInput,
    needsKey: false,
  },
  get_operation: {
    title: 'Describe an operation of the API',
    description: 'Gives parameters, body, answers, error texts and a curl request of an operation of the REST API.',
    input: OperationInput,
    needsKey: false,
  },
  run_example: {
    title: 'Run a program of the documentation',
    description:
      'Builds and runs an example of the documentation, as it stands or edited, on the platform. Gives what it printed, with mean, standard deviation and quantiles of each distribution. Needs an API key in the Authorization header. Without arguments: the list of examples.',
    input: RunInput,
    output: RunOutput,
    needsKey: true,
  },
} as const
export type AgentTool = keyof typeof AGENT_TOOLS
export type ToolInput<Name extends AgentTool> = Static<(typeof AGENT_TOOLS)[Name]['input']>
export const AGENT_TOOL_NAMES = Object.keys(AGENT_TOOLS) as readonly AgentTool[]

/** What a tool says instead of a result. */
export const AGENT_REFUSALS = {
  unknownTool: (name: string) => `There is no tool '${name}'. Tools: ${AGENT_TOOL_NAMES.join(', ')}.`,
  badArgument: (field: string, problem: string) => `Missing or malformed '${field}' argument: ${problem}.`,
  siteNotBuilt: (preparing: readonly string[]) =>
    `The documentation site of this platform is not built yet${preparing.length ? ` (preparing: ${preparing.join(', ')})` : ''}. Try again in a minute; get_operation answers already.`,
  siteFailed: () => 'The documentation site of this platform could not be built; its log says why. get_operation answers without it.',
  nothingFound: (query: string) => `The documentation has nothing for '${query}'. Try fewer or other words.`,
  pageNotFound: (page: string, nearest: readonly string[]) =>
    `There is no page '${page}'.${nearest.length ? ` Nearest: ${nearest.join(', ')}.` : ''} Find pages with search_docs.`,
  operationNotFound: (operation: string, nearest: readonly string[]) =>
    `There is no operation '${operation}'.${nearest.length ? ` Nearest: ${nearest.join(', ')}.` : ''} Name an id as getTask, or method and path as 'GET /tasks/{TaskID}'.`,
  exampleNotFound: (example: string, ids: readonly string[]) => `There is no example '${example}'. Examples: ${ids.join(', ')}.`,
  exampleMissing: () => "Name the 'example' that the source is an edit of; it gives language and core.",
  exampleReadsFiles: (example: string, files: readonly string[]) =>
    `The example '${example}' reads files (${files.join(', ')}) and does not run from its source alone. Its page runs it.`,
  keyNeeded: () => 'Running programs needs an API key: give the MCP server the header `Authorization: <API key>`. Reading needs none.',
  tooSlow: (what: string) =>
    `The ${what} had not ended after ${LIMITS.agents.runMilliseconds / 1000} s and was cancelled. For longer runs use POST /sourcecode/builds and POST /builds/{BuildID}/tasks.`,
  doesNotBuild: (output: string) => `The program does not build:\n\n${output}`,
  stopped: (reason: string, printed: string) => `The program did not complete: ${reason}${printed ? `\n\nIt printed:\n\n${printed}` : ''}`,
} as const
