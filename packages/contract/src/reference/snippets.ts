// Requests in four languages, filled from the reader's own inputs. The key is never asked for: snippets read it from the environment.
import type { OperationModel } from './model.ts'

export interface Inputs {
  readonly host: string
  /** By parameter name; an empty text leaves a query parameter out and shows a path parameter as its placeholder. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}
export const LANGUAGES = ['cURL', 'TypeScript', 'Python', 'credence'] as const
export type SnippetLanguage = (typeof LANGUAGES)[number]

/** The inputs with which a snippet is shown first: the examples of the document. */
export function initialInputs(operation: OperationModel, host: string): Inputs {
  const values = Object.fromEntries(
    operation.parameters.filter((parameter) => parameter.in === 'path' || parameter.required).map(({ name, example }) => [name, example ?? '']),
  )
  return { host, values, body: operation.body ? JSON.stringify(operation.body.example, null, 2) : '' }
}

export function snippet(language: SnippetLanguage, operation: OperationModel, inputs: Inputs): string {
  const target = targetOf(operation, inputs)
  return WRITERS[language](operation, inputs, target)
}

/** Path and query of the request. Path parameters keep their slashes only where the API takes a whole path. */
export function targetOf(operation: OperationModel, { values }: Inputs): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return value ? (name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)) : placeholder
  })
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && values[parameter.name])
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name] ?? '')}`)
    .join('&')
  return query ? `${path}?${query}` : path
}

type Writer = (operation: OperationModel, inputs: Inputs, target: string) => string
const WRITERS: Readonly<Record<SnippetLanguage, Writer>> = { cURL: curl, TypeScript: typescript, Python: python, credence }

function curl({ method }: OperationModel, { host, body }: Inputs, target: string): string {
  const lines = [`curl ${method === 'GET' && !body ? '' : `-X ${method} `}${quote(host + target)}`, '  -H "Authorization: $CREDENCE_API_KEY"']
  if (body) lines.push("  -H 'Content-Type: application/json'", `  -d ${quote(body)}`)
  return lines.join(' \\\n')
}

function typescript({ method, replies }: OperationModel, { host, body }: Inputs, target: string): string {
  // fetch cannot send a body with GET; the operation takes POST as well.
  const verb = method === 'GET' && body ? 'POST' : method
  const options = [
    ...(verb === 'GET' ? [] : [`  method: '${verb}',`]),
    `  headers: { Authorization: process.env.CREDENCE_API_KEY ?? ''${body ? ", 'Content-Type': 'application/json'" : ''} },`,
    ...(body ? [`  body: JSON.stringify(${indent(body, '  ').trimStart()}),`] : []),
  ]
  const type = replies.find(({ status }) => status < '300')?.contentType
  const shown = type === undefined ? 'reply.status' : `await reply.${type === 'application/json' ? 'json' : 'text'}()`
  return `const reply = await fetch(${jsString(host + target)}, {\n${options.join('\n')}\n})\nif (!reply.ok) throw new Error(await reply.text())\nconsole.log(${shown})`
}

function python({ method }: OperationModel, { host, body }: Inputs, target: string): string {
  const data = body ? `,\n    data=json.dumps(${pythonValue(body)}).encode()` : ''
  const headers = `{"Authorization": os.environ["CREDENCE_API_KEY"]${body ? ', "Content-Type": "application/json"' : ''}}`
  return `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n    ${JSON.stringify(host + target)},\n    method="${method}",\n    headers=${headers}${data},\n)\nwith urllib.request.urlopen(request) as reply:\n    print(reply.read().decode())`
}

function credence({ method }: OperationModel, { host, body }: Inputs, target: string): string {
  return `credence api ${method} ${quote(target)}${body ? ` --body ${quote(body)}` : ''} --host ${quote(host)}`
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function jsString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function indent(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => by + line)
    .join('\n')
}

/** JSON as a Python literal; text that is not JSON stands as it is, so that the reader sees what was typed. */
function pythonValue(body: string): string {
  try {
    JSON.parse(body)
  } catch {
    return body
  }
  const literals = { true: 'True', false: 'False', null: 'None' } as const
  const outside = body.replace(/"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g, (whole, word?: keyof typeof literals) => (word ? literals[word] : whole))
  return indent(outside, '    ').trimStart()
}
