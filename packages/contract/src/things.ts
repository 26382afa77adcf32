// Things: devices that belong to an account and post samples to topics with a key of their own.
import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { count, exampleId, id } from './parameters.ts'
import { howMany, Sample } from './samples.ts'
import { epochMilliseconds, epochSeconds, LATEST_SECONDS, Message, ref } from './schema.ts'

const { things } = LIMITS
const NAME = 'temperature'
const TOPIC_NAME = `A letter or digit, then letters, digits, \`.\`, \`_\` and \`-\`; at most ${things.topicCharacters} characters.`
const name = Type.String({ minLength: 1, maxLength: things.nameCharacters, description: 'A name of your choice.' })

const topicExample = { Name: NAME, SampleCount: 2, UpdatedAt: 1767323045 }
export type ThingTopic = Static<typeof ThingTopic>
export const ThingTopic = Type.Object(
  {
    Name: Type.String({ description: 'The name of the topic.' }),
    SampleCount: Type.Integer({ minimum: 0, description: 'Samples that are kept.' }),
    UpdatedAt: epochSeconds('When the latest came.'),
  },
  { $id: 'ThingTopic', description: 'What a device reports under one name.', examples: [topicExample] },
)

const example = {
  Object: 'Thing' as const,
  ThingID: exampleId('thing'),
  Owner: exampleId('user'),
  CreatedAt: 1767323045,
  UpdatedAt: 1767323045,
  Name: 'Lab sensor',
  ThingStatus: { local_ipv4_address: '192.0.2.10', updated_at: 1767323045 },
  Topics: [topicExample],
}
const fields = {
  Object: Type.Literal('Thing'),
  ThingID: id('thing', 'The id of the thing.'),
  Owner: id('user', 'Whose it is.'),
  CreatedAt: epochSeconds('When it was added.'),
  UpdatedAt: epochSeconds('When it last changed.'),
  Name: name,
  ThingStatus: Type.Object(
    {
      local_ipv4_address: Type.String({ description: 'The address that it last reported; empty until it reports one.' }),
      updated_at: epochSeconds('When it last reported; 0 until it does.'),
    },
    { additionalProperties: true },
  ),
  Topics: Type.Array(ref(ThingTopic), { description: 'The topics on which it reported, by name.' }),
}
export type Thing = Static<typeof Thing>
export const Thing = Type.Object(fields, { $id: 'Thing', additionalProperties: true, description: 'A device of yours.', examples: [example] })
export type ThingList = Static<typeof ThingList>
export const ThingList = Type.Object(
  { things: Type.Array(ref(Thing)), count: Type.Integer({ minimum: 0 }) },
  { $id: 'ThingList', description: 'Your things.', examples: [{ things: [example], count: 1 }] },
)

const key = Type.String({ description: 'The key of the device, in this response and never again.' })
export type ThingCreated = Static<typeof ThingCreated>
export const ThingCreated = Type.Object(
  { ...fields, Key: key },
  {
    $id: 'ThingCreated',
    description: 'A new device, with its key.',
    examples: [{ ...example, Topics: [], ThingStatus: { local_ipv4_address: '', updated_at: 0 }, Key: 'scce_0011…' }],
  },
)
export type ThingKey = Static<typeof ThingKey>
export const ThingKey = Type.Object(
  { ThingID: id('thing', 'Whose key it is.'), Key: key },
  { $id: 'ThingKey', description: 'The new key of a device.', examples: [{ ThingID: exampleId('thing'), Key: 'scce_0011…' }] },
)
export type ThingRequest = Static<typeof ThingRequest>
export const ThingRequest = Type.Object({ Name: name }, { $id: 'ThingRequest', description: 'A device to add.', examples: [{ Name: 'Lab sensor' }] })
export type ThingUpdate = Static<typeof ThingUpdate>
export const ThingUpdate = Type.Object(
  { Name: Type.Optional(name) },
  { $id: 'ThingUpdate', additionalProperties: true, description: 'The fields to change.', examples: [{ Name: 'Lab sensor' }] },
)

const sampleExample = { Timestamp: 1767323045678, Value: 21.5 }
export type ThingSample = Static<typeof ThingSample>
export const ThingSample = Type.Object(
  { Timestamp: epochMilliseconds('When it was taken.'), Value: Sample },
  { $id: 'ThingSample', description: 'A sample of a topic.', examples: [sampleExample] },
)
export type ThingSamples = Static<typeof ThingSamples>
export const ThingSamples = Type.Object(
  { Samples: Type.Array(ref(ThingSample)), Count: count },
  { $id: 'ThingSamples', description: 'The latest samples of a topic, the newest last.', examples: [{ Samples: [sampleExample], Count: 1 }] },
)
export type ThingSamplesRequest = Static<typeof ThingSamplesRequest>
export const ThingSamplesRequest = Type.Object(
  {
    Samples: Type.Array(
      Type.Object({
        Value: Sample,
        Timestamp: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 1000 * LATEST_SECONDS,
            description: 'When it was taken, in milliseconds since the epoch. Absent: when it reached the platform.',
          }),
        ),
      }),
      { minItems: 1, maxItems: things.samplesPerRequest, description: `In the order in which they are kept, at most ${things.samplesPerRequest}.` },
    ),
    local_ipv4_address: Type.Optional(
      Type.String({ pattern: '^(\\d{1,3}\\.){3}\\d{1,3}$', description: 'The address of the device in its network, for its ThingStatus.' }),
    ),
  },
  {
    $id: 'ThingSamplesRequest',
    description: 'Samples that a device took.',
    examples: [{ Samples: [{ Value: 21.5, Timestamp: 1767323045678 }, { Value: 21.6 }], local_ipv4_address: '192.0.2.10' }],
  },
)
export type ThingTopicKept = Static<typeof ThingTopicKept>
export const ThingTopicKept = Type.Object(
  { Topic: Type.String({ description: 'The name of the topic.' }), SampleCount: Type.Integer({ description: 'Samples of it that are kept.' }) },
  { $id: 'ThingTopicKept', description: 'The samples were taken in.', examples: [{ Topic: NAME, SampleCount: 2 }] },
)
export type ThingFileList = Static<typeof ThingFileList>
export const ThingFileList = Type.Object(
  {
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        size: Type.Integer({ description: 'Bytes.' }),
        lastModified: epochSeconds('When it was last written.'),
        path: Type.String({ description: 'Below the Location of the data source.' }),
      }),
    ),
    count: Type.Integer({ minimum: 0 }),
  },
  {
    $id: 'ThingFileList',
    description: 'The files of a thing.',
    examples: [{ files: [{ name: `${NAME}.csv`, size: 1024, lastModified: 1767323045, path: `${NAME}.csv` }], count: 1 }],
  },
)

export const thingOperations = {
  listThings: operation({
    method: 'GET',
    path: '/things',
    tag: 'Things',
    summary: 'List things',
    description: 'Your devices, the newest first.',
    replies: { 200: json('The things.', ThingList) },
    errors: [],
    credential: 'any',
  }),
  createThing: operation({
    method: 'POST',
    path: '/things',
    tag: 'Things',
    summary: 'Add a thing',
    description:
      'Adds a device and makes its key, which is shown in this response and never again. The key posts samples of this device and opens nothing else. How many devices you may have depends on the plan of your account.',
    body: ThingRequest,
    bodyRequired: true,
    replies: { 201: json('The thing, with its key.', ThingCreated) },
    errors: ['emptyBody', 'malformedField', 'tierLimit'],
    credential: 'any',
  }),
  getThing: operation({
    method: 'GET',
    path: '/things/{ThingID}',
    tag: 'Things',
    summary: 'Get a thing',
    description: 'One device: when it last reported, and on which topics.',
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
  deleteThing: operation({
    method: 'DELETE',
    path: '/things/{ThingID}',
    tag: 'Things',
    summary: 'Delete a thing',
    description: 'Deletes a device with all its samples. Its key ends at once.',
    replies: { 200: json('Deleted.', Message) },
    errors: ['thingNotFound'],
    credential: 'any',
  }),
  rotateThingKey: operation({
    method: 'POST',
    path: '/things/{ThingID}/key',
    tag: 'Things',
    summary: 'Make another key for a thing',
    description: 'Makes another key for a device and shows it in this response only. The key before ends at once.',
    replies: { 201: json('The key.', ThingKey) },
    errors: ['thingNotFound'],
    credential: 'any',
  }),
  revokeThingKey: operation({
    method: 'DELETE',
    path: '/things/{ThingID}/key',
    tag: 'Things',
    summary: 'Revoke the key of a thing',
    description: 'Ends the key of a device at once; its samples stay. It has none until you make another.',
    replies: { 200: json('Revoked.', Message) },
    errors: ['thingNotFound', 'keyNotFound'],
    credential: 'any',
  }),
  postThingSamples: operation({
    method: 'POST',
    path: '/things/{ThingID}/topics/{Topic}/samples',
    tag: 'Things',
    summary: 'Post samples of a thing',
    description: `Takes in samples, with the key of the device itself. A topic begins with its first sample; its name: ${TOPIC_NAME} A device has at most ${things.topics} topics and posts at most ${things.requestsPerMinute} times a minute. The latest ${things.samplesPerTopic} samples of a topic are kept, in the order in which they came.`,
    body: ThingSamplesRequest,
    bodyRequired: true,
    replies: { 201: json('Taken in.', ThingTopicKept) },
    errors: ['emptyBody', 'malformedField', 'tierLimit', 'thingNotFound'],
    credential: 'thing',
  }),
  listThingSamples: operation({
    method: 'GET',
    path: '/things/{ThingID}/topics/{Topic}/samples',
    tag: 'Things',
    summary: 'List samples of a thing',
    description: `The latest samples of a topic, the newest last. At most ${things.samplesPerTopic} are kept.`,
    query: Type.Object({ count: howMany }),
    replies: { 200: json('The samples.', ThingSamples) },
    errors: ['malformedField', 'thingNotFound', 'topicNotFound'],
    credential: 'any',
  }),
  deleteThingTopic: operation({
    method: 'DELETE',
    path: '/things/{ThingID}/topics/{Topic}',
    tag: 'Things',
    summary: 'Delete a topic of a thing',
    description: 'Deletes a topic with its samples. It begins anew with the next sample that the device posts to it.',
    replies: { 200: json('Deleted.', Message) },
    errors: ['thingNotFound', 'topicNotFound'],
    credential: 'any',
  }),
  listThingFiles: operation({
    method: 'GET',
    path: '/things/{ThingID}/files',
    tag: 'Things',
    summary: 'List files of a thing',
    description: 'The files that a task finds where the thing is a data source of type Gateway: one for each topic, with its latest samples.',
    replies: { 200: json('The files.', ThingFileList) },
    errors: ['thingNotFound'],
    credential: 'any',
  }),
} as const
