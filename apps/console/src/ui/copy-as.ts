// A request of the API as calls that people can take elsewhere. A credential is named and never written out.
import { type OperationId, operations } from '@credence/contract'

export const FORMS = ['curl', 'TypeScript', 'Python', 'credence'] as const
export type Form = (typeof FORMS)[number]
export const isForm = (id: string): id is Form => (FORMS as readonly string[]).includes(id)

export interface Call {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  /** What the command line has for it; absent: the request itself. */
  readonly command?: string
}

interface Input {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}
/** An operation of the API, filled. What is undefined is left out of the query; of a list each item is named. */
export function callOf(id: OperationId, { path = {}, query = {}, body }: Input = {}, command?: string): Call {
  const { method, path: pattern } = operations[id]
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined && item !== '') words.append(name, String(item))
  const filled = pattern.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? `{${name}}`))
  const search = words.toString()
  return { method, path: search ? `${filled}?${search}` : filled, ...(body !== undefined && { body }), ...(command && { command }) }
}

export function copiedAs(form: Form, { method, path, body, command }: Call, origin: string): string {
  const url = origin + path
  const hasBody = body !== undefined
  const json = hasBody ? JSON.stringify(body, undefined, 2) : ''
  switch (form) {
    case 'curl':
      return `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)} \\\n  -H "Authorization: $CREDENCE_API_KEY"${
        hasBody ? ` \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(json)}` : ''
      }\n`
    case 'TypeScript':
      return `const answer = await fetch(${JSON.stringify(url)}, {\n${method === 'GET' ? '' : `  method: '${method}',\n`}  headers: { authorization: process.env.CREDENCE_API_KEY!${
        hasBody ? ", 'content-type': 'application/json'" : ''
      } },\n${hasBody ? `  body: JSON.stringify(${json}),\n` : ''}})\nif (!answer.ok) throw new Error(await answer.text())\nconsole.log(await answer.text())\n`
    case 'Python': {
      const data = hasBody ? `, data=json.dumps(json.loads(r'''${JSON.stringify(body).replaceAll("'''", "''\\u0027")}''')).encode()` : ''
      const type = hasBody ? ', "Content-Type": "application/json"' : ''
      return `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n    ${JSON.stringify(url)}, method="${method}"${data},\n    headers={"Authorization": os.environ["CREDENCE_API_KEY"]${type}},\n)\nprint(urllib.request.urlopen(request).read().decode())\n`
    }
    case 'credence':
      return `${command ?? `credence api ${method} ${quoted(path)}${hasBody ? ` --body ${quoted(JSON.stringify(body))}` : ''} --host ${quoted(origin)}`}\n`
  }
}

/** For a shell: nothing inside single quotes means anything but a single quote. */
const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
