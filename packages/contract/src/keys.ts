// API keys of an account.
import { type Static, Type } from 'typebox'
import { json, operation } from './operation.ts'
import { count, exampleId, id } from './parameters.ts'
import { epochSeconds, LATEST_SECONDS, Message, nullable, ref } from './schema.ts'

const keyId = '00112233445566778899aabbccddeeff'
const example = {
  Object: 'Key' as const,
  KeyID: keyId,
  Key: 'scce_0011…',
  Name: 'laptop',
  Owner: exampleId('user'),
  CreatedAt: 1767323045,
  ValidUntil: null,
  LastUsedAt: 1767409440,
}
export type Key = Static<typeof Key>
export const Key = Type.Object(
  {
    Object: Type.Literal('Key'),
    KeyID: Type.String({ description: 'The id of the key, 32 hexadecimal digits.', examples: [keyId] }),
    Key: Type.String({ description: 'The key itself in the response that created it; in lists only its beginning.' }),
    Name: Type.String({ description: 'The name you gave it.' }),
    Owner: id('user', 'For whom it acts.'),
    CreatedAt: epochSeconds('When it was made.'),
    ValidUntil: nullable(Type.Number({ description: 'When it ends, as it was given: seconds since the epoch; null: never.' })),
    LastUsedAt: nullable(
      epochSeconds('When it was last used, for a request or to sign in: the beginning of that minute, known some seconds later; null: never.'),
    ),
  },
  {
    $id: 'Key',
    description: 'An API key. It acts for its owner.',
    examples: [example],
  },
)
export type KeyList = Static<typeof KeyList>
export const KeyList = Type.Object(
  { UserID: id('user', 'Whose keys these are.'), Keys: Type.Array(ref(Key)), Count: count },
  { $id: 'KeyList', description: 'Your API keys.', examples: [{ UserID: exampleId('user'), Keys: [example], Count: 1 }] },
)
export type KeyRequest = Static<typeof KeyRequest>
export const KeyRequest = Type.Object(
  {
    Name: Type.String({ minLength: 1, maxLength: 255, description: 'A name by which you will know it.' }),
    ValidUntil: nullable(
      Type.Number({
        minimum: 0,
        maximum: LATEST_SECONDS,
        description: 'When it ends, in seconds since the epoch, later than now; null: never.',
      }),
    ),
  },
  { $id: 'KeyRequest', description: 'A new API key.', examples: [{ Name: 'laptop', ValidUntil: null }] },
)

export const keyOperations = {
  listKeys: operation({
    method: 'GET',
    path: '/keys',
    tag: 'Keys',
    summary: 'List API keys',
    description: 'Your API keys, without their texts.',
    replies: { 200: json('The keys.', KeyList) },
    errors: [],
    credential: 'any',
  }),
  createKey: operation({
    method: 'POST',
    path: '/keys',
    tag: 'Keys',
    summary: 'Create an API key',
    description: 'Makes an API key. Its text is shown in this response and never again; keep it as you would a password.',
    body: KeyRequest,
    bodyRequired: true,
    replies: { 201: json('The key, with its text.', Key) },
    errors: ['emptyBody', 'malformedField', 'tierLimit'],
    credential: 'any',
  }),
  deleteKey: operation({
    method: 'DELETE',
    path: '/keys/{KeyID}',
    tag: 'Keys',
    summary: 'Delete an API key',
    description:
      'Ends a key at once. It is named by its KeyID, never by its text. The last key of an account that is still valid stays: create another one first.',
    replies: { 200: json('Deleted.', Message) },
    errors: ['malformedField', 'keyNotFound', 'lastKey'],
    credential: 'any',
  }),
} as const
