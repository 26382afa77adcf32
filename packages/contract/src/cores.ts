// Cores: the machine descriptions under which programs are built and run.
import { type Static, Type } from 'typebox'
import { CLASSES, CORRELATION_TRACKING, MICROARCHITECTURES } from './enums.ts'
import { laterNote } from './features.ts'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { continuationKey, count, exampleId, id, startKey } from './parameters.ts'
import { epochSeconds, Message, oneOf, oneOfAnyCase, ref } from './schema.ts'

const { precision, memorySize, name } = LIMITS.core
const classField = (note = '') =>
  oneOf(CLASSES, {
    description: `C0 is the standard class, C0Pro the fast one. The microSD classes give a binary for hardware and run no tasks.${note}`,
  })
const microarchitectureField = (note = '') =>
  oneOf(MICROARCHITECTURES, {
    description: `Athens tracks uncertainty with per-sample branches, Zurich with one decision per branch; Bypass tracks nothing; Reference is Monte Carlo.${note}`,
  })
const Precision = Type.Integer({
  minimum: precision.min,
  maximum: precision.max,
  description: `Bits: the number of Dirac deltas of a printed value; on Reference the number of executions. At most ${precision.trackingMax} on Athens and Zurich.`,
})
const MemorySize = Type.Integer({
  minimum: memorySize.min,
  maximum: memorySize.max,
  description: 'Memory of the program in bytes: data, heap and stack.',
})
const Name = Type.String({ minLength: name.minLength, maxLength: name.maxLength, description: 'A name of your choice.' })
const CorrelationTracking = oneOf(CORRELATION_TRACKING, {
  description: 'With Autocorrelation, values remember their common origin: x−x is 0. With Disable, the operands of every operation are independent.',
})

const example = {
  Object: 'Core' as const,
  CoreID: exampleId('core'),
  Owner: exampleId('user'),
  Name: 'My core',
  Class: 'C0Pro' as const,
  Microarchitecture: 'Athens' as const,
  CorrelationTracking: 'Autocorrelation' as const,
  Precision: 128,
  MemorySize: 32_000_000,
  CreatedAt: 1767323045,
  UpdatedAt: 1767323045,
}

export type Core = Static<typeof Core>
export const Core = Type.Object(
  {
    Object: Type.Literal('Core'),
    CoreID: id('core', 'The id of the core.'),
    Owner: id('user', 'Who made it. Default cores belong to nobody.'),
    Name,
    Class: classField(),
    Microarchitecture: microarchitectureField(),
    CorrelationTracking,
    Precision,
    MemorySize,
    CreatedAt: epochSeconds('When it was made.'),
    UpdatedAt: epochSeconds('When it was last changed.'),
  },
  { $id: 'Core', description: 'A machine description. Builds copy it: changing a core later does not change them.', examples: [example] },
)

export type CoreRequest = Static<typeof CoreRequest>
const requestFields = {
  Name,
  Class: classField(laterNote(CLASSES)),
  Microarchitecture: microarchitectureField(laterNote(MICROARCHITECTURES)),
  CorrelationTracking: oneOfAnyCase(CORRELATION_TRACKING, { description: `${CORRELATION_TRACKING.join(' or ')}, in any case.` }),
  Precision,
  MemorySize,
}
const { Object: _, CoreID: __, Owner: ___, CreatedAt: ____, UpdatedAt: _____, ...exampleRequest } = example
export const CoreRequest = Type.Object(requestFields, {
  $id: 'CoreRequest',
  description: 'A new core. All fields are required.',
  examples: [exampleRequest],
})

export type CoreUpdate = Static<typeof CoreUpdate>
export const CoreUpdate = Type.Partial(Type.Object(requestFields), {
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
    errors: ['emptyBody', 'malformedField', 'notAvailable', 'coreLimit', 'tierLimit'],
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
    errors: ['emptyBody', 'malformedField', 'notAvailable', 'nothingToUpdate', 'coreNotFound', 'defaultCore', 'tierLimit'],
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
