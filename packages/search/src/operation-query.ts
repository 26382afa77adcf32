// Queries that name an operation of the API by method and path, as people copy them from a log, a client or a page.

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD'

export interface OperationQuery {
  /** Upper case; absent: any. */
  readonly method?: string
  /** Parts of the path. */
  readonly parts: readonly string[]
}

/** `GET /tasks`, `delete /keys/:key`, `/webhooks`, `POST https://host/plot?x=1`; undefined: the query is none. */
export function operationQuery(query: string): OperationQuery | undefined {
  const [, method, target = ''] =
    new RegExp(`^\\s*(?:curl\\s+-X\\s+)?(?:(${METHODS})\\s+)?["']?(https?://\\S+|/\\S*)["']?\\s*$`, 'i').exec(query) ?? []
  const path = target.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#"'].*$/, '')
  const parts = path.split('/').filter(Boolean)
  if (!parts.length || (!method && /^\/(docs|search)\//.test(path))) return undefined
  return { ...(method && { method: method.toUpperCase() }), parts }
}

/** How well an operation, `GET /tasks/{TaskID}`, is what the query names: 0 is not at all, 1 is it. */
export function operationFit({ method, parts }: OperationQuery, operation: string): number {
  const [verb = '', path = ''] = operation.split(' ')
  const own = path.split('/').filter(Boolean)
  if (parts.length > own.length) return 0
  let fit = 1
  for (const [place, part] of parts.entries()) {
    const there = own[place] as string
    if (there.startsWith('{')) fit *= isParameter(part) ? 1 : 0.95
    else if (there.toLowerCase() !== part.toLowerCase()) return 0
  }
  // A path that goes on names what stands below it: `PUT /files` is `PUT /files/{path}`, when nothing is nearer.
  fit *= 0.7 ** (own.length - parts.length)
  return method && method !== verb && !(method === 'HEAD' && verb === 'GET') ? fit * 0.4 : fit
}
const isParameter = (part: string): boolean => /^[{:<$[]/.test(part)
