// Requests that no route took: a method that the path does not have, an operation that comes later, a page of a site, or nothing.
import { errors, isAvailable, METHODS, methodsOf, OPERATION_IDS, operations } from '@credence/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { prefersHtml } from './accept.ts'
import type { Pages } from './feature.ts'

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

/** A page for a browser, JSON for everybody else; both 404. */
export async function notFound(
  app: FastifyInstance,
  { method, url, headers }: FastifyRequest,
  reply: FastifyReply,
  pages: Pages | undefined,
): Promise<FastifyReply> {
  const [path = ''] = url.split('?', 1)
  const later = laterOperation(method, path)
  const allowed = methodsAt(app, path)
  if (later === undefined && allowed.length > 0) throw errors.methodNotAllowed(allowed)
  if (pages && (method === 'GET' || method === 'HEAD')) {
    const page = await pages.page(path, headers.accept)
    if (page) return page.send(reply)
    if (prefersHtml(headers.accept)) return pages.notFound(reply)
  }
  throw later === undefined ? errors.routeNotFound() : errors.operationLater(later)
}

/**
 * For `Allow`: the methods of the operations that have just this path, else those for which the router has a route: it takes `/repositories/lookup` for the
 * id of a repository, too.
 */
export function methodsAt(app: FastifyInstance, path: string): string[] {
  const own = methodsOf(path)
  const methods = (own.length > 0 ? own : METHODS).flatMap((method) => (method === 'GET' ? (['GET', 'HEAD'] as const) : [method]))
  return methods.filter((method) => app.findRoute({ method, url: path }) !== null)
}
