// Requests that no route took: an empty parameter, a method that the path does not have, an operation that comes later, a page of a site, or nothing.
import { errors, isAvailable, MCP_PATH, METHODS, OPERATION_IDS, operations, QUESTIONS_PATH } from '@credence/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { OBJECTS_PATH } from '../objects/file-store.ts'
import type { Sites } from '../sites/sites.ts'

interface Pattern {
  readonly path: string
  readonly expression: RegExp
}
const PATTERNS: readonly Pattern[] = [...new Set(OPERATION_IDS.filter((id) => isAvailable('operations', id)).map((id) => operations[id].path))].map(
  (path) => ({
    path,
    expression: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`),
  }),
)

/** Operations that come later, by their paths. */
const LATER: readonly { readonly method: string; readonly path: string; readonly expression: RegExp }[] = OPERATION_IDS.filter(
  (id) => !isAvailable('operations', id),
).map((id) => ({
  method: operations[id].method,
  path: operations[id].path,
  expression: new RegExp(`^${operations[id].path.replace(/\{(\w+)\}/g, (_, name) => (name === 'path' ? '.+' : '[^/]+'))}$`),
}))
/** As the reference names it: `GET /repositories/{RepositoryID}`. */
function laterOperation(method: string, path: string): string | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  const found = LATER.find((operation) => operation.method === asked && operation.expression.test(path))
  return found && `${found.method} ${found.path}`
}

/** The name of the parameter that an empty segment leaves out, as in `/cores/` or `/builds//tasks`. */
export function missingParameter(method: string, url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('//') && !path.endsWith('/')) return undefined
  for (const { path: pattern, expression } of PATTERNS) {
    const groups = expression.exec(path)?.groups
    const empty = Object.entries(groups ?? {}).find(([, value]) => value === '')
    if (empty && availableMethods(pattern).includes(method)) return empty[0]
  }
  return undefined
}

/** A page for a browser, JSON for everybody else; both 404. */
export async function notFound(request: FastifyRequest, reply: FastifyReply, sites: Sites): Promise<FastifyReply> {
  const [path = ''] = request.url.split('?', 1)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const allowed = methodsAt(path)
  const later = laterOperation(request.method, path)
  if (later === undefined && allowed.length > 0 && !allowed.includes(request.method)) throw errors.methodNotAllowed(allowed)
  if (reads) {
    const page = await sites.page(path, request.headers.accept)
    if (page) return page.send(reply)
    if (prefersHtml(request.headers.accept)) return sites.notFound(reply)
  }
  throw later === undefined ? errors.routeNotFound() : errors.operationLater(later)
}

/** Paths of this server that belong to no operation. */
const BESIDE: readonly (readonly [begins: string, methods: readonly string[]])[] = [
  ['/openapi.json', ['GET', 'HEAD']],
  [MCP_PATH, ['POST']],
  [QUESTIONS_PATH, ['POST']],
  [OBJECTS_PATH, ['GET', 'HEAD', 'PUT']],
]
function methodsAt(path: string): readonly string[] {
  const pattern = PATTERNS.find(({ expression }) => expression.test(path))
  if (pattern) return availableMethods(pattern.path)
  return BESIDE.find(([begins]) => path === begins || (begins.endsWith('/') && path.startsWith(begins)))?.[1] ?? []
}

/** Methods that the path of an operation answers now, for `Allow`. */
function availableMethods(path: string): string[] {
  const there = METHODS.filter((method) =>
    OPERATION_IDS.some((id) => operations[id].path === path && operations[id].method === method && isAvailable('operations', id)),
  )
  const bodiless = OPERATION_IDS.some((id) => operations[id].path === path && operations[id].method === 'GET' && !('body' in operations[id]))
  return there.flatMap((method) => (method === 'GET' && bodiless ? ['GET', 'HEAD'] : [method]))
}

/** True for what browsers send; false for `*∕*` and for no Accept at all. */
export function prefersHtml(accept = ''): boolean {
  const quality = (type: string): number => {
    const entry = accept
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .find(([name]) => name?.toLowerCase() === type)
    if (!entry) return 0
    const q = entry.find((parameter) => parameter.startsWith('q='))
    return q === undefined ? 1 : Number(q.slice(2))
  }
  const html = quality('text/html')
  return html > 0 && html >= quality('application/json')
}
