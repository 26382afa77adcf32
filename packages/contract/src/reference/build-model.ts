// From the OpenAPI document to the model of the reference.
import { isAvailable } from '../availability.ts'
import { openapi } from '../openapi.ts'
import type { FieldModel, GroupModel, OperationModel, ParameterModel, ReferenceModel, ReplyModel, SchemaModel } from './model.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  default?: unknown
  examples?: unknown[]
  additionalProperties?: boolean | Schema
}
interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { value: { message?: string } }>
}
interface OperationObject {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; description?: string; schema: Schema; example?: unknown }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}
export interface OpenApi {
  info: { title: string; version: string; description: string }
  servers: { url: string; variables?: { host?: { default: string } } }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, Schema> }
}

/** Every operation, those that come later included and marked. */
export function referenceModel(): ReferenceModel {
  return buildModel(openapi({ all: true }) as unknown as OpenApi, (id) => isAvailable('operations', id))
}

export function buildModel(document: OpenApi, isAvailable: (operationId: string) => boolean): ReferenceModel {
  const examples = new Examples(document.components.schemas)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0] ?? '',
      model: operationModel(method, path, operation, isAvailable(operation.operationId), examples),
    })),
  )
  const groups: GroupModel[] = document.tags.map(({ name, description }) => ({
    tag: name,
    description,
    operations: operations.filter(({ tag }) => tag === name).map(({ model }) => model),
  }))
  return {
    title: document.info.title,
    version: document.info.version,
    description: document.info.description,
    host: document.servers[0]?.variables?.host?.default ?? document.servers[0]?.url ?? '',
    groups: groups.filter(({ operations }) => operations.length),
    components: Object.fromEntries(Object.entries(document.components.schemas).map(([name, schema]) => [name, schemaModel(schema)])),
  }
}

function operationModel(method: string, path: string, operation: OperationObject, available: boolean, examples: Examples): OperationModel {
  const body = operation.requestBody && Object.values(operation.requestBody.content)[0]
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description,
    available,
    // The one header that operations take is the same for all of them: the guide on limits explains it.
    parameters: (operation.parameters ?? []).flatMap(({ name, in: place, required, description, schema, example }): ParameterModel[] =>
      place === 'header'
        ? []
        : [
            {
              ...schemaModel(schema),
              name,
              in: place,
              required,
              description,
              example: example === undefined ? undefined : String(example),
            },
          ],
    ),
    body: body && { required: operation.requestBody?.required ?? false, schema: schemaModel(body.schema), example: examples.of(body.schema) },
    replies: Object.entries(operation.responses).map(([status, { description, content }]): ReplyModel => {
      const [type, media] = Object.entries(content ?? {})[0] ?? []
      const messages = Object.values(media?.examples ?? {}).flatMap(({ value }) => value.message ?? [])
      return {
        status,
        description,
        contentType: type,
        schema: media && !messages.length ? schemaModel(media.schema) : undefined,
        example: media && !messages.length && type === 'application/json' ? examples.of(media.schema) : undefined,
        messages,
      }
    }),
  }
}

export function schemaModel(schema: Schema): SchemaModel {
  const name = schema.$ref?.split('/').at(-1)
  const alternatives = schema.anyOf ?? schema.oneOf
  const element = schema.items
  const elementRef = element?.$ref?.split('/').at(-1)
  return {
    type: typeName(schema),
    description: schema.description,
    limits: limitsOf(schema),
    values: schema.enum?.map(String),
    ref: name ?? elementRef ?? (alternatives?.length === 1 ? alternatives[0]?.$ref?.split('/').at(-1) : undefined),
    fields: fieldsOf(schema) ?? (element && fieldsOf(element)),
  }
}

function fieldsOf({ properties, required = [] }: Schema): FieldModel[] | undefined {
  if (!properties || !Object.keys(properties).length) return undefined
  return Object.entries(properties).map(([name, field]) => ({ ...schemaModel(field), name, required: required.includes(name) }))
}

function typeName(schema: Schema): string {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (alternatives) return [...new Set(alternatives.map(typeName))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `array of ${schema.items ? typeName(schema.items) : 'anything'}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return schema.type ?? 'anything'
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  const number = (value: number) => value.toLocaleString('en-GB').replaceAll(',', ' ')
  const range = (low: number | undefined, high: number | undefined, one = '', more = '') => {
    const unit = (high ?? low) === 1 ? one : more
    return low !== undefined && high !== undefined
      ? `${number(low)} to ${number(high)}${unit}`
      : low !== undefined
        ? `at least ${number(low)}${unit}`
        : high !== undefined
          ? `at most ${number(high)}${unit}`
          : undefined
  }
  return [
    range(minimum, maximum),
    range(minLength, maxLength, ' character', ' characters'),
    range(minItems, maxItems, ' entry', ' entries'),
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
    pattern && !pattern.includes('[Cc]') ? `matches ${pattern}` : undefined,
  ].filter((text) => text !== undefined)
}

/** Example values: the schema's own where it has one, otherwise made of its parts. */
class Examples {
  readonly #components: Record<string, Schema>
  constructor(components: Record<string, Schema>) {
    this.#components = components
  }
  of(schema: Schema, depth = 0): unknown {
    if (schema.examples?.length) return schema.examples[0]
    if (schema.default !== undefined) return schema.default
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    if (depth > 6) return null
    if (schema.$ref) return this.of(this.#components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1)
    const first = schema.anyOf?.[0] ?? schema.oneOf?.[0]
    if (first) return this.of(first, depth + 1)
    if (schema.properties) return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, this.of(field, depth + 1)]))
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case 'array':
        return schema.items ? [this.of(schema.items, depth + 1)] : []
      case 'integer':
      case 'number':
        return schema.minimum ?? 0
      case 'boolean':
        return true
      case 'object':
        return {}
      case 'null':
        return null
      default:
        return ''
    }
  }
}
