// What a version of the API promises its clients (the page on versions) is there as long as its first number: no path, parameter, field, type, word of an
// enum, status or message goes, and nothing that a request could leave out becomes required. What comes is added to the list by vitest -u; what goes has
// to raise the first number of API_VERSION, and begins a list of its own.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_EXAMPLES } from './errors.ts'
import { API_VERSION, openapi } from './openapi.ts'

/** Its lines, a blank one, and what requests have to hold. */
const LIST = new URL(`./golden/api-${API_VERSION.split('.')[0]}.txt`, import.meta.url)

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: Schema }[]
  readonly requestBody?: Body & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Body>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** One line for each thing that a client may rely on, sorted. */
function surface(): string[] {
  const { paths, components } = openapi() as unknown as Document
  const lines = Object.entries(ERROR_EXAMPLES).map(([name, { status, message }]) => `error ${status} ${name}: ${message}`)
  for (const [name, schema] of Object.entries(components.schemas)) lines.push(...fields(`schema ${name}`, schema))
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
      const operation = `${method.toUpperCase()} ${path}`
      lines.push(operation)
      for (const { name, in: where, schema = {} } of parameters) lines.push(...fields(`${operation} ${where} ${name}`, schema))
      for (const schema of schemasOf(requestBody)) lines.push(...fields(`${operation} body`, schema))
      for (const [status, body] of Object.entries(responses)) {
        lines.push(`${operation} ${status}`)
        if (status < '400') for (const schema of schemasOf(body)) lines.push(...fields(`${operation} ${status}`, schema))
      }
    }
  return [...new Set(lines)].sort()
}
const schemasOf = (body: Body | undefined): Schema[] => Object.values(body?.content ?? {}).flatMap(({ schema }) => schema ?? [])

function fields(at: string, schema: Schema): string[] {
  if (schema.$ref) return [`${at}: ${schema.$ref.split('/').at(-1)}`]
  const own = [schema.type ?? []].flat().map((type) => `${at}: ${type}`)
  const words = [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])].map((word) => `${at}: ${JSON.stringify(word)}`)
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => fields(at, part))
  const items = schema.items ? fields(`${at}[]`, schema.items) : []
  return [...own, ...words, ...parts, ...items, ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => fields(`${at}.${name}`, field))]
}

/** What a request has to hold, which may become less and never more. */
function demands(): string[] {
  const { paths, components } = openapi() as unknown as Document
  const resolved = (schema: Schema): Schema => (schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema)
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => [
        ...parameters.flatMap(({ name, in: where, required }) =>
          required && where !== 'path' ? `${method.toUpperCase()} ${path} needs ${name}` : [],
        ),
        ...schemasOf(requestBody).flatMap(
          (schema) => resolved(schema).required?.map((name) => `${method.toUpperCase()} ${path} needs ${name}`) ?? [],
        ),
      ]),
    )
    .sort()
}

test('what the version promised is still there, and no request has to hold more', async () => {
  const there = surface()
  const needed = demands()
  const [promised = [], demanded = []] = existsSync(LIST)
    ? readFileSync(LIST, 'utf8')
        .split('\n\n')
        .map((part) => part.split('\n').filter(Boolean))
    : []
  const gone = promised.filter((line) => !there.includes(line))
  const more = needed.filter((line) => promised.includes(line.split(' needs ')[0] ?? '') && !demanded.includes(line))
  expect({ gone, more }, 'raise the first number of API_VERSION, or bring it back').toEqual({ gone: [], more: [] })
  await expect(`${there.join('\n')}\n\n${needed.join('\n')}\n`).toMatchFileSnapshot(LIST.pathname)
})
