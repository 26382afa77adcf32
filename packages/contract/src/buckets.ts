// Buckets: object stores of your own that tasks read and write.
import { type Static, Type } from 'typebox'
import { json, operation } from './operation.ts'
import { exampleId, id, PageQuery } from './parameters.ts'
import { epochSeconds, Message } from './schema.ts'

const required = {
  Name: Type.String({ minLength: 1, description: 'The name of the bucket at its store.' }),
  Account: Type.String({ minLength: 1, description: 'The account that it belongs to at its store.' }),
}
const optional = {
  MountPath: Type.Optional(Type.String({ description: 'The part of the bucket that tasks see.' })),
  Read: Type.Optional(Type.Boolean({ description: 'Whether tasks may read.' })),
  Write: Type.Optional(Type.Boolean({ description: 'Whether tasks may write.' })),
  Region: Type.Optional(Type.String({ description: 'Where the store is.' })),
}

export type Bucket = Static<typeof Bucket>
export const Bucket = Type.Object(
  {
    Object: Type.Literal('Bucket'),
    BucketID: id('bucket', 'The id of the bucket.'),
    Owner: id('user', 'Who added it.'),
    CreatedAt: epochSeconds('When it was added.'),
    UpdatedAt: epochSeconds('When it was last changed.'),
    ...required,
    MountPath: Type.String(),
    Read: Type.Boolean(),
    Write: Type.Boolean(),
    Region: optional.Region,
  },
  {
    $id: 'Bucket',
    description: 'An object store of your own.',
    examples: [
      {
        Object: 'Bucket',
        BucketID: exampleId('bucket'),
        Owner: exampleId('user'),
        CreatedAt: 1767323045,
        UpdatedAt: 1767323045,
        Name: 'measurements',
        Account: '123456789012',
        MountPath: '',
        Read: true,
        Write: false,
      },
    ],
  },
)
export type BucketRequest = Static<typeof BucketRequest>
export const BucketRequest = Type.Object(
  { ...required, ...optional },
  { $id: 'BucketRequest', description: 'A bucket to add.', examples: [{ Name: 'measurements', Account: '123456789012', Read: true, Write: false }] },
)
export type BucketUpdate = Static<typeof BucketUpdate>
export const BucketUpdate = Type.Partial(Type.Object({ ...required, ...optional }), {
  $id: 'BucketUpdate',
  description: 'The fields to change; at least one.',
  examples: [{ Write: true }],
})
export type BucketList = Static<typeof BucketList>
export const BucketList = Type.Object(
  { user_id: id('user', 'Whose list this is.'), bucket_ids: Type.Array(Type.String()), bucket_count: Type.Integer({ minimum: 0 }) },
  {
    $id: 'BucketList',
    description: 'The ids of your buckets.',
    examples: [{ user_id: exampleId('user'), bucket_ids: [exampleId('bucket')], bucket_count: 1 }],
  },
)

export const bucketOperations = {
  listBuckets: operation({
    method: 'GET',
    path: '/buckets',
    tag: 'Buckets',
    summary: 'List buckets',
    description: 'The ids of your buckets.',
    query: PageQuery,
    replies: { 200: json('The ids.', BucketList) },
    errors: ['malformedField'],
    credential: 'any',
  }),
  createBucket: operation({
    method: 'POST',
    path: '/buckets',
    tag: 'Buckets',
    summary: 'Add a bucket',
    description: 'Adds an object store of yours, by its name and account.',
    body: BucketRequest,
    bodyRequired: true,
    replies: { 201: json('The bucket.', Bucket) },
    errors: ['emptyBody', 'malformedField', 'tierLimit'],
    credential: 'any',
  }),
  getBucket: operation({
    method: 'GET',
    path: '/buckets/{BucketID}',
    tag: 'Buckets',
    summary: 'Get a bucket',
    description: 'One bucket.',
    replies: { 200: json('The bucket.', Bucket) },
    errors: ['bucketNotFound'],
    credential: 'any',
  }),
  updateBucket: operation({
    method: 'PATCH',
    path: '/buckets/{BucketID}',
    tag: 'Buckets',
    summary: 'Update a bucket',
    description: 'Changes a bucket.',
    body: BucketUpdate,
    bodyRequired: true,
    replies: { 200: json('Changed.', Message) },
    errors: ['emptyBody', 'malformedField', 'nothingToUpdate', 'bucketNotFound'],
    credential: 'any',
  }),
  deleteBucket: operation({
    method: 'DELETE',
    path: '/buckets/{BucketID}',
    tag: 'Buckets',
    summary: 'Remove a bucket',
    description: 'Forgets a bucket. What is in it stays where it is.',
    replies: { 200: json('Removed.', Message) },
    errors: ['bucketNotFound'],
    credential: 'any',
  }),
} as const
