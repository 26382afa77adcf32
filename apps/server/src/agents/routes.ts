// The MCP endpoint: streamable HTTP without sessions, one JSON answer per message. Source: Model Context Protocol 2025-06-18, basic/transports.
// Pages of any origin may ask, as they may the API: there is no ambient credential that a foreign page could use.
import { AGENT_TOOL_NAMES, AGENT_TOOLS, API_VERSION, ApiError, errors, LIMITS, MCP_PATH } from '@credence/contract'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readText, requireIdentity } from '../http/json-body.ts'
import { checkShape } from '../http/json-shape.ts'
import { originOf } from '../http/origin.ts'
import { openRateLimit } from '../http/rate-limit.ts'
import type { Log } from '../log/log.ts'
import { ToolRefusal } from './result.ts'
import { type Caller, callTool, type ToolDeps } from './tools.ts'

export interface AgentDeps extends ToolDeps {
  readonly log: Log
  readonly origin: string | undefined
}

const INSTRUCTIONS =
  'Credence builds and runs C and C++ programs whose numbers carry probability distributions. Ask search_docs a question, or find pages with it, and read them with get_page; get_operation describes the REST API; run_example runs a program of the documentation, edited if you like.'

export async function agentRoutes(app: FastifyInstance, deps: AgentDeps): Promise<void> {
  const limit = openRateLimit(LIMITS.agents.requestsPerMinute)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: LIMITS.agents.requestBytes },
    async ({ headers }: FastifyRequest, bytes: Buffer) => {
      requireIdentity(headers)
      const text = readText(bytes)
      checkShape(text)
      return text.trim() === '' ? undefined : parsed(text)
    },
  )
  // Without sessions there is neither a stream to listen on nor anything to end: POST is the only method.
  app.post(MCP_PATH, async (request, reply) => {
    const seconds = limit.take(request.ip)
    if (seconds > 0) throw errors.tooManyRequests(seconds)
    if (request.body === undefined) throw errors.emptyBody()
    // Batches left the protocol in 2025-06-18, and would go round the limit.
    if (typeof request.body !== 'object' || Array.isArray(request.body)) throw errors.malformedField('method')
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = serverFor(deps, { headers: request.headers, origin: originOf(request, deps.origin), gone: gone.signal })
    await server.connect(transport)
    try {
      const answer = await transport.handleRequest(webRequest(request), { parsedBody: request.body })
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .serializer((payload: unknown) => payload as string)
        .send(await answer.text())
    } finally {
      await server.close()
    }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw errors.malformedJson()
  }
}

function serverFor(deps: AgentDeps, caller: Caller): Server {
  const server = new Server(
    { name: 'credence', title: 'Credence', version: API_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    try {
      const { text, structured } = await callTool(deps, caller, params.name, params.arguments)
      return { content: [{ type: 'text', text }], ...(structured && { structuredContent: { ...structured } }) }
    } catch (error) {
      return { content: [{ type: 'text', text: refusalOf(error, deps.log, params.name) }], isError: true }
    }
  })
  return server
}

const TOOLS: Tool[] = AGENT_TOOL_NAMES.map((name) => {
  const tool = AGENT_TOOLS[name]
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...tool.input },
    ...('output' in tool && { outputSchema: { ...tool.output } }),
    annotations: { readOnlyHint: !tool.needsKey, destructiveHint: false, openWorldHint: false },
  }
})

/** What an agent is told: our own words for what is known, nothing of the rest. */
function refusalOf(error: unknown, log: Log, tool: string): string {
  if (error instanceof ToolRefusal || (error instanceof ApiError && error.status < 500)) return error.message
  log.error({ event: 'agents.failed', tool, cause: error }, 'a tool failed')
  return errors.internal().message
}

function webRequest({ method, url, headers }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))
  return new Request(new URL(url, 'http://here'), { method, headers: given })
}
