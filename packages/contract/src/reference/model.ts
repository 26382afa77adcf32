// The OpenAPI document as the reference shows it: on its page, in the Markdown of each operation, and to agents.

export interface SchemaModel {
  readonly type: string // as a reader says it: "string", "integer", "array of Task", "C0 or C0Pro"
  readonly description?: string
  readonly limits: readonly string[]
  readonly values?: readonly string[]
  /** Name of a component that holds the fields. */
  readonly ref?: string
  readonly fields?: readonly FieldModel[]
}
export interface FieldModel extends SchemaModel {
  readonly name: string
  readonly required: boolean
}
export interface ParameterModel extends FieldModel {
  readonly in: 'path' | 'query'
  readonly example?: string
}
export interface ReplyModel {
  readonly status: string
  readonly description: string
  readonly contentType?: string
  readonly schema?: SchemaModel
  readonly example?: unknown
  /** The texts of an error reply. */
  readonly messages: readonly string[]
}
export interface OperationModel {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly available: boolean
  readonly parameters: readonly ParameterModel[]
  readonly body?: { readonly required: boolean; readonly schema: SchemaModel; readonly example: unknown }
  readonly replies: readonly ReplyModel[]
}
export interface GroupModel {
  readonly tag: string
  readonly description: string
  readonly operations: readonly OperationModel[]
}
export interface ReferenceModel {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly host: string
  readonly groups: readonly GroupModel[]
  readonly components: Readonly<Record<string, SchemaModel>>
}
