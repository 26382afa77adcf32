// What a platform says of itself in /openapi.json, as far as requests are made from it and answers are judged by it.

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}
interface Content {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, { readonly value: { readonly error: string; readonly message?: string } }>>
}
interface Described {
  readonly content?: Readonly<Record<string, Content>>
}
interface Row {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Described>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Row>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: { readonly required: boolean; readonly schema: Schema } | undefined
  readonly responses: Readonly<Record<string, Described>>
  /** `token`: no key will do. `thing`: the key of a device, and no other. */
  readonly credential: 'any' | 'token' | 'thing' | 'none'
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses, security }]): Operation => {
      const schema = requestBody?.content['application/json']?.schema
      const [only] = security?.length === 1 ? Object.keys(security[0] ?? {}) : []
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody && schema ? { required: requestBody.required, schema } : undefined,
        responses,
        credential: security?.length === 0 ? 'none' : only === 'Bearer' ? 'token' : only === 'ThingKey' ? 'thing' : 'any',
      }
    }),
  )
}

/** The schema that a reference stands for. */
export function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name === undefined) return schema
  const found = document.components.schemas[name]
  if (!found) throw new RangeError(`the document has no schema ${name}`)
  return resolved(document, found)
}
