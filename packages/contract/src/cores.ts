// Cores: the machine descriptions under which programs are built and run.
import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'
import { CORE_FIELD_NAMES, CORE_FIELDS, type CoreField, type CoreFieldName, type CoreValues, SPEC_FIELD_NAMES } from './core-fields.ts'
import { laterNote } from './features.ts'
import { json, operation } from './operation.ts'
import { continuationKey, count, exampleId, id, startKey } from './parameters.ts'
import { epochSeconds, Message, oneOf, oneOfAnyCase, ref } from './schema.ts'

/** Fields of a core in answers. */
const stored = schemasOf(CORE_FIELD_NAMES, schemaOf)
/** Fields of a core in requests: with the words that are refused for now. */
const asked = schemasOf(CORE_FIELD_NAMES, (row) => {
  if (!('words' in row)) return schemaOf(row)
  if (row.anyCase) return oneOfAnyCase(row.words, { description: `${row.words.join(' or ')}, in any case.` })
  return schemaOf({ ...row, description: row.description + laterNote(row.words) })
}) as { [Name in CoreFieldName]: TUnsafe<AskedValue<Name>> }
type AskedValue<Name extends CoreFieldName> = (typeof CORE_FIELDS)[Name] extends { readonly anyCase: true } ? string : CoreValues[Name]
/** Fields of a core in builds. */
export const specSchemas = schemasOf(SPEC_FIELD_NAMES, copied)

function schemaOf(row: CoreField): TSchema {
  const { description } = row
  if ('words' in row) return oneOf(row.words, { description })
  if ('min' in row) return Type.Integer({ minimum: row.min, maximum: row.max, description })
  return Type.String({ minLength: row.minLength, maxLength: row.maxLength, description })
}
/** How a field stands in what a build copied: it was in range when the core was made. */
function copied(row: CoreField): TSchema {
  if ('words' in row) return oneOf(row.words)
  return 'min' in row ? Type.Integer() : Type.String()
}
function schemasOf<Name extends CoreFieldName>(
  names: readonly Name[],
  make: (row: CoreField) => TSchema,
): { [Each in Name]: TUnsafe<CoreValues[Each]> } {
  return Object.fromEntries(names.map((name) => [name, make(CORE_FIELDS[name])])) as never
}

const exampleRequest = Object.fromEntries(CORE_FIELD_NAMES.map((name) => [name, CORE_FIELDS[name].example])) as CoreValues
const example = {
  Object: 'Core' as const,
  CoreID: exampleId('core'),
  Owner: exampleId('user'),
  ...exampleRequest,
  CreatedAt: 1767323045,
  UpdatedAt: 1767323045,
}

export type Core = Static<typeof Core>
export const Core = Type.Object(
  {
    Object: Type.Literal('Core'),
    CoreID: id('core', 'The id of the core.'),
    Owner: id('user', 'Who made it. Default cores belong to nobody.'),
    ...stored,
    CreatedAt: epochSeconds('When it was made.'),
    UpdatedAt: epochSeconds('When it was last changed.'),
  },
  { $id: 'Core', description: 'A machine description. Builds copy it: changing a core later does not change them.', examples: [example] },
)

export type CoreRequest = Static<typeof CoreRequest>
export const CoreRequest = Type.Object(asked, {
  $id: 'CoreRequest',
  description: 'A new core. All fields are required.',
  examples: [exampleRequest],
})

export type CoreUpdate = Static<typeof CoreUpdate>
export const CoreUpdate = Type.Partial(Type.Object(asked), {
  $id: 'CoreUpdate',
  description: 'The fields to change; at least one.',
  examples: [{ Name: 'Bigger core', Precision: 256 }],
})

export type CoreList = Static<typeof CoreList>
export const CoreList = Type.Object(
  { UserID: id('user', 'Whose list this is.'), Cores: Type.Array(ref(Core)), Count: count, ContinuationKey: continuationKey },
  { $id: 'CoreList', description: 'A page of cores.', examples: [{ UserID: exampleId('user'), Cores: [example], Count: 1 }] },
)

const defaults = Type.Optional(Type.Boolean({ description: 'True: the default cores, which every account has, instead of your own.' }))

export const coreOperations = {
  listCores: operation({
    method: 'GET',
    path: '/cores',
    tag: 'Cores',
    summary: 'List cores',
    description: 'Your custom cores, newest first; with `default=true` the default cores instead.',
    query: Type.Object({ default: defaults, startKey }),
    replies: { 200: json('A page of cores.', CoreList) },
    errors: ['malformedField'],
    credential: 'any',
  }),
  createCore: operation({
    method: 'POST',
    path: '/cores',
    tag: 'Cores',
    summary: 'Create a core',
    description: 'Makes a custom core. Its number is limited by the plan of your account.',
    body: CoreRequest,
    bodyRequired: true,
    replies: { 201: json('The new core.', Core) },
    errors: ['emptyBody', 'malformedField', 'notAvailable', 'hardwareReference', 'coreLimit', 'tierLimit'],
    credential: 'any',
  }),
  getCore: operation({
    method: 'GET',
    path: '/cores/{CoreID}',
    tag: 'Cores',
    summary: 'Get a core',
    description: 'One core, of yours or a default one. With `default=true` only default cores are looked at.',
    query: Type.Object({ default: defaults }),
    replies: { 200: json('The core.', Core) },
    errors: ['malformedField', 'coreNotFound'],
    credential: 'any',
  }),
  updateCore: operation({
    method: 'PATCH',
    path: '/cores/{CoreID}',
    tag: 'Cores',
    summary: 'Update a core',
    description: 'Changes a custom core. Builds made before keep the core they were made with.',
    body: CoreUpdate,
    bodyRequired: true,
    replies: { 200: json('Changed.', Message) },
    errors: ['emptyBody', 'malformedField', 'notAvailable', 'hardwareReference', 'nothingToUpdate', 'coreNotFound', 'defaultCore', 'tierLimit'],
    credential: 'any',
  }),
  deleteCore: operation({
    method: 'DELETE',
    path: '/cores/{CoreID}',
    tag: 'Cores',
    summary: 'Delete a core',
    description: 'Deletes a custom core. Builds made for it stay and can still run.',
    replies: { 200: json('Deleted.', Message) },
    errors: ['coreNotFound', 'defaultCore'],
    credential: 'any',
  }),
} as const
