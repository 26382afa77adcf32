// Things: devices that belong to an account. No client makes or deletes them.
import { type Static, Type } from 'typebox'
import { json, operation } from './operation.ts'
import { exampleId, id } from './parameters.ts'
import { epochSeconds, Message, ref } from './schema.ts'

const example = {
  Object: 'Thing' as const,
  ThingID: exampleId('thing'),
  Owner: exampleId('user'),
  CreatedAt: 1767323045,
  UpdatedAt: 1767323045,
  Name: 'Lab sensor',
  ThingStatus: { local_ipv4_address: '192.0.2.10', updated_at: 1767323045 },
  Topics: [],
}
export type Thing = Static<typeof Thing>
export const Thing = Type.Object(
  {
    Object: Type.Literal('Thing'),
    ThingID: id('thing', 'The id of the thing.'),
    Owner: id('user', 'Whose it is.'),
    CreatedAt: epochSeconds('When it was added.'),
    UpdatedAt: epochSeconds('When it last changed.'),
    Name: Type.String(),
    ThingStatus: Type.Object(
      { local_ipv4_address: Type.String(), updated_at: epochSeconds('When it last reported.') },
      { additionalProperties: true },
    ),
    Topics: Type.Unknown({ description: 'The topics on which it reports.' }),
  },
  { $id: 'Thing', additionalProperties: true, description: 'A device of yours.', examples: [example] },
)
export type ThingList = Static<typeof ThingList>
export const ThingList = Type.Object(
  { things: Type.Array(ref(Thing)), count: Type.Integer({ minimum: 0 }) },
  { $id: 'ThingList', description: 'Your things.', examples: [{ things: [example], count: 1 }] },
)
export type ThingUpdate = Static<typeof ThingUpdate>
export const ThingUpdate = Type.Object(
  { Name: Type.Optional(Type.String({ minLength: 1 })) },
  { $id: 'ThingUpdate', additionalProperties: true, description: 'The fields to change.', examples: [{ Name: 'Lab sensor' }] },
)
export type ThingFileList = Static<typeof ThingFileList>
export const ThingFileList = Type.Object(
  {
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        size: Type.Integer({ description: 'Bytes.' }),
        lastModified: epochSeconds('When it was last written.'),
        path: Type.String(),
      }),
    ),
    count: Type.Integer({ minimum: 0 }),
  },
  {
    $id: 'ThingFileList',
    description: 'The files of a thing.',
    examples: [{ files: [{ name: 'log.csv', size: 1024, lastModified: 1767323045, path: 'logs/log.csv' }], count: 1 }],
  },
)

export const thingOperations = {
  listThings: operation({
    method: 'GET',
    path: '/things',
    tag: 'Things',
    summary: 'List things',
    description: 'Your devices.',
    replies: { 200: json('The things.', ThingList) },
    errors: [],
    credential: 'any',
  }),
  getThing: operation({
    method: 'GET',
    path: '/things/{ThingID}',
    tag: 'Things',
    summary: 'Get a thing',
    description: 'One device.',
    replies: { 200: json('The thing.', Thing) },
    errors: ['thingNotFound'],
    credential: 'any',
  }),
  updateThing: operation({
    method: 'PATCH',
    path: '/things/{ThingID}',
    tag: 'Things',
    summary: 'Update a thing',
    description: 'Changes the name of a device.',
    body: ThingUpdate,
    bodyRequired: true,
    replies: { 200: json('Changed.', Message) },
    errors: ['emptyBody', 'malformedField', 'nothingToUpdate', 'thingNotFound'],
    credential: 'any',
  }),
  listThingFiles: operation({
    method: 'GET',
    path: '/things/{ThingID}/files',
    tag: 'Things',
    summary: 'List files of a thing',
    description: 'What a device stored.',
    replies: { 200: json('The files.', ThingFileList) },
    errors: ['thingNotFound'],
    credential: 'any',
  }),
} as const
