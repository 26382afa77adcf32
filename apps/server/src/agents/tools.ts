// The tools by their names: arguments checked by their schemas, then one function each. Source: Model Context Protocol 2025-06-18, server/tools.
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from '@credence/client'
import { AGENT_REFUSALS, AGENT_TOOL_NAMES, AGENT_TOOLS, type AgentTool, ApiError, type RunExampleOutput, type ToolInput } from '@credence/contract'
import { Compile } from 'typebox/compile'
import { authenticate, type Credentials, credentialOf } from '../credentials/credentials.ts'
import type { Database } from '../database/pool.ts'
import type { ObjectStore } from '../objects/store.ts'
import type { OpenContents, SiteContents } from '../sites/contents.ts'
import type { Preparing } from '../sites/sites.ts'
import { getOperation, getPage, searchDocs } from './documentation.ts'
import { ToolRefusal, type ToolResult } from './result.ts'
import { runExample } from './run-example.ts'

export interface ToolDeps {
  readonly database: Database
  readonly credentials: Credentials
  readonly objects: ObjectStore
  readonly contents: OpenContents
  readonly preparing: Preparing
  readonly fetch: typeof fetch
}
export interface Caller {
  readonly headers: IncomingHttpHeaders
  /** Of the platform as the caller reaches it. */
  readonly origin: string
  /** Aborted when the caller no longer waits. */
  readonly gone: AbortSignal
}

const CHECKS = Object.fromEntries(AGENT_TOOL_NAMES.map((name) => [name, Compile(AGENT_TOOLS[name].input)]))

/** @throws ToolRefusal with what is wrong; ApiError as the API refuses */
export async function callTool(deps: ToolDeps, caller: Caller, name: string, given: unknown): Promise<ToolResult> {
  const tool = AGENT_TOOL_NAMES.find((each) => each === name)
  if (!tool) throw new ToolRefusal(AGENT_REFUSALS.unknownTool(name))
  const { origin } = caller
  const site = () => siteOf(deps)
  switch (tool) {
    case 'search_docs':
      return searchDocs(await site(), checked(tool, given), origin)
    case 'get_page':
      return getPage(await site(), checked(tool, given), origin)
    case 'get_operation':
      return getOperation(checked(tool, given), origin)
    case 'run_example':
      return run(deps, caller, await site(), checked(tool, given))
  }
}

async function siteOf({ contents, preparing }: ToolDeps): Promise<SiteContents> {
  const site = await contents()
  if (site) return site
  const { parts, siteFailed } = preparing()
  throw new ToolRefusal(siteFailed ? AGENT_REFUSALS.siteFailed() : AGENT_REFUSALS.siteNotBuilt(parts))
}

function checked<Name extends AgentTool>(name: Name, given: unknown): ToolInput<Name> {
  const check = CHECKS[name]!
  const value = given ?? {}
  if (check.Check(value)) return value as ToolInput<Name>
  const [fault] = check.Errors(value)
  const {
    instancePath = '',
    message = '',
    params = {},
  } = (fault ?? {}) as { instancePath?: string; message?: string; params?: Record<string, unknown> }
  const [missing] = [params['requiredProperties'], params['additionalProperties']].flat().filter((each) => typeof each === 'string')
  throw new ToolRefusal(AGENT_REFUSALS.badArgument(missing ?? (instancePath.split('/')[1] || 'arguments'), message))
}

async function run(
  deps: ToolDeps,
  { headers, origin, gone }: Caller,
  { examples }: SiteContents,
  asked: ToolInput<'run_example'>,
): Promise<ToolResult> {
  const { example: id, source } = asked
  if (id === undefined) {
    if (source !== undefined) throw new ToolRefusal(AGENT_REFUSALS.exampleMissing())
    const runnable = examples.filter(({ inputs }) => inputs.length === 0)
    return {
      text: runnable.map((each) => `- ${each.id} (${each.language}): ${each.about}`).join('\n'),
      structured: { output: '', values: [], BuildID: '', TaskID: '' } satisfies RunExampleOutput,
    }
  }
  const example = examples.find((each) => each.id === id)
  const ids = () => examples.map((each) => each.id)
  if (!example) throw new ToolRefusal(AGENT_REFUSALS.exampleNotFound(id, ids()))
  if (example.inputs.length > 0) throw new ToolRefusal(AGENT_REFUSALS.exampleReadsFiles(id, example.inputs))
  const { userId } = await authenticate(deps.credentials, headers).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 401 ? new ToolRefusal(AGENT_REFUSALS.keyNeeded()) : error
  })
  const credential = credentialOf(headers)
  const api = connect({ host: origin, fetch: deps.fetch, ...(credential && { credential }) })
  return runExample({ ...deps, api, userId, gone }, example, source)
}
