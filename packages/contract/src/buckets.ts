// Buckets: object stores of your own that tasks read and write.
import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { exampleId, id, PageQuery } from './parameters.ts'
import { epochSeconds, Message } from './schema.ts'

/** Of stores that do not say where they are, too. */
export const DEFAULT_REGION = 'us-east-1'
/** Names of S3 and of stores that are laxer; no part of an address. */
const NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$'
const ENDPOINT = '^https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$'

const required = {
  Name: Type.String({ pattern: NAME, description: 'The name of the bucket at its store.' }),
  Account: Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'The account that it belongs to at its store. For Amazon S3 twelve digits are checked: a bucket of that name of somebody else is not used.',
  }),
}
const optional = {
  MountPath: Type.Optional(
    Type.String({
      maxLength: LIMITS.files.pathBytes,
      description: 'The part of the bucket that tasks see, as `measurements/2026`. Absent: all of it.',
    }),
  ),
  Read: Type.Optional(Type.Boolean({ description: 'Whether tasks may read. Default: true.' })),
  Write: Type.Optional(Type.Boolean({ description: 'Whether what tasks write is stored. Default: false.' })),
  Region: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$', description: `Where the store is. Default: \`${DEFAULT_REGION}\`.` })),
  Endpoint: Type.Optional(
    Type.String({
      pattern: ENDPOINT,
      maxLength: 255,
      description:
        'The address of a store that speaks S3, as `https://s3.example:8443`. Absent: Amazon S3 in the region. It is `https`, but for hosts that the operator of the platform names.',
    }),
  ),
  PathStyle: Type.Optional(
    Type.Boolean({
      description: 'Whether the bucket is named in the path and not in the host of an address. Default: true with an `Endpoint`, false without.',
    }),
  ),
}
/** Sent together, stored sealed, never answered. */
const credentials = {
  AccessKeyID: Type.Optional(
    Type.String({ pattern: '^[!-~]{1,255}$', description: 'The access key of the store; together with `SecretAccessKey`.' }),
  ),
  SecretAccessKey: Type.Optional(
    Type.String({ pattern: '^[!-~]{1,255}$', writeOnly: true, description: 'Its secret. It is stored encrypted and never shown.' }),
  ),
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
    MountPath: Type.String({ description: 'The part of the bucket that tasks see; empty: all of it.' }),
    Read: Type.Boolean({ description: 'Whether tasks may read.' }),
    Write: Type.Boolean({ description: 'Whether what tasks write is stored.' }),
    Region: Type.String({ description: 'Where the store is.' }),
    Endpoint: optional.Endpoint,
    PathStyle: Type.Boolean({ description: 'Whether the bucket is named in the path of an address.' }),
    HasCredentials: Type.Boolean({ description: 'Whether an access key is stored. Without one tasks cannot use the bucket.' }),
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
        MountPath: '2026/field',
        Read: true,
        Write: false,
        Region: DEFAULT_REGION,
        PathStyle: false,
        HasCredentials: true,
      },
    ],
  },
)
const requestExample = { Name: 'measurements', Account: '123456789012', MountPath: '2026/field', Region: DEFAULT_REGION }
export type BucketRequest = Static<typeof BucketRequest>
export const BucketRequest = Type.Object(
  { ...required, ...optional, ...credentials },
  {
    $id: 'BucketRequest',
    description: 'A bucket to add.',
    examples: [{ ...requestExample, AccessKeyID: 'AKIAIOSFODNN7EXAMPLE', SecretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }],
  },
)
export type BucketUpdate = Static<typeof BucketUpdate>
export const BucketUpdate = Type.Partial(Type.Object({ ...required, ...optional, ...credentials }), {
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
    description:
      'Adds an object store of yours, by its name and account, with the access key that tasks use. The number of buckets is limited by the plan of your account.',
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
    description: 'Changes a bucket. Tasks that have begun keep what they have.',
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
