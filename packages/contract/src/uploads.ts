// Uploads in parts: files that are larger than one request should be, or that continue where a connection broke.
import { type Static, Type } from 'typebox'
import { FileItem } from './files.ts'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { continuationKey, count, exampleId, id, PageQuery } from './parameters.ts'
import { epochSeconds, Message, ref } from './schema.ts'

const { parts, idleSeconds } = LIMITS.uploads
const DAYS = idleSeconds / 86_400

const uploadFields = {
  Path: Type.String({ minLength: 1, description: 'Where the file will be, in your storage.' }),
  Size: Type.Integer({ minimum: 1, maximum: LIMITS.uploads.fileBytes, description: 'Bytes of the file.' }),
}
const example = { Path: 'measurements/year.bin', Size: 40_000_000 }

const uploadExample = {
  Object: 'Upload',
  UploadID: exampleId('upload'),
  Owner: exampleId('user'),
  CreatedAt: 1767323045,
  UpdatedAt: 1767323045,
  ...example,
  PartSize: LIMITS.uploads.partBytes,
  PartCount: 3,
  ExpiresAt: 1767323045 + idleSeconds,
}
const partExample = {
  PartNumber: 1,
  Offset: 0,
  Size: LIMITS.uploads.partBytes,
  IsStored: false,
  UploadURL: 'https://host/objects/files/…?partNumber=1&X-Amz-Signature=…',
}

export type Upload = Static<typeof Upload>
export const Upload = Type.Object(
  {
    Object: Type.Literal('Upload'),
    UploadID: id('upload', 'The id of the upload.'),
    Owner: id('user', 'Who began it.'),
    CreatedAt: epochSeconds('When it was begun.'),
    UpdatedAt: epochSeconds('When its parts were last asked for.'),
    ...uploadFields,
    PartSize: Type.Integer({ minimum: 1, description: 'Bytes of each part but the last, which has the rest.' }),
    PartCount: Type.Integer({ minimum: 1, maximum: parts, description: 'How many parts the file has.' }),
    ExpiresAt: epochSeconds(`When it is given up, with the parts that came. Each request for its parts puts that off by ${DAYS} days.`),
  },
  {
    $id: 'Upload',
    description: 'A file that is being sent in parts.',
    examples: [uploadExample],
  },
)
export type UploadRequest = Static<typeof UploadRequest>
export const UploadRequest = Type.Object(uploadFields, {
  $id: 'UploadRequest',
  description: 'A file to send in parts.',
  examples: [example],
})
export type UploadList = Static<typeof UploadList>
export const UploadList = Type.Object(
  { UserID: id('user', 'Whose list this is.'), Uploads: Type.Array(ref(Upload)), Count: count, ContinuationKey: continuationKey },
  {
    $id: 'UploadList',
    description: 'A page of uploads that are neither complete nor given up, newest first.',
    examples: [{ UserID: exampleId('user'), Uploads: [uploadExample], Count: 1 }],
  },
)
export type UploadPart = Static<typeof UploadPart>
export const UploadPart = Type.Object(
  {
    PartNumber: Type.Integer({ minimum: 1, maximum: parts, description: 'Counts from 1.' }),
    Offset: Type.Integer({ minimum: 0, description: 'Of its first byte in the file.' }),
    Size: Type.Integer({ minimum: 1, description: 'Bytes of the part.' }),
    IsStored: Type.Boolean({ description: 'Whether the part has arrived, and stays.' }),
    UploadURL: Type.Optional(
      Type.String({
        description: `Send its bytes here with PUT, without a credential. Works for ${LIMITS.links.outputSeconds} s. Absent: the part is stored.`,
      }),
    ),
  },
  {
    $id: 'UploadPart',
    description: 'A part of a file.',
    examples: [partExample],
  },
)
export type UploadPartList = Static<typeof UploadPartList>
export const UploadPartList = Type.Object(
  { UploadID: id('upload', 'The id of the upload.'), Parts: Type.Array(ref(UploadPart)), Count: count, ContinuationKey: continuationKey },
  {
    $id: 'UploadPartList',
    description: 'A page of the parts of an upload, in their order.',
    examples: [{ UploadID: exampleId('upload'), Parts: [partExample], Count: 1 }],
  },
)

export const uploadOperations = {
  listUploads: operation({
    method: 'GET',
    path: '/uploads',
    tag: 'Files',
    summary: 'List uploads',
    description: 'Your uploads in parts that can go on, newest first.',
    query: PageQuery,
    replies: { 200: json('A page of uploads.', UploadList) },
    errors: ['malformedField'],
    credential: 'any',
  }),
  createUpload: operation({
    method: 'POST',
    path: '/uploads',
    tag: 'Files',
    summary: 'Begin an upload in parts',
    description:
      'Announces a file that comes in parts, each by a link of its own: it continues after a break with the parts that are missing. Its bytes count as stored from now on. What is at the path stays there until the upload is complete.',
    body: UploadRequest,
    bodyRequired: true,
    replies: { 201: json('The upload.', Upload) },
    errors: ['emptyBody', 'malformedField', 'fileExists', 'storageLimit', 'objectsAway'],
    credential: 'any',
  }),
  getUpload: operation({
    method: 'GET',
    path: '/uploads/{UploadID}',
    tag: 'Files',
    summary: 'Get an upload',
    description: 'One upload.',
    replies: { 200: json('The upload.', Upload) },
    errors: ['uploadNotFound'],
    credential: 'any',
  }),
  listUploadParts: operation({
    method: 'GET',
    path: '/uploads/{UploadID}/parts',
    tag: 'Files',
    summary: 'List the parts of an upload',
    description:
      'Each part with its place in the file: whether it has arrived, and if not, the link to send it to. Parts may be sent in any order, and several at once.',
    query: PageQuery,
    replies: { 200: json('A page of parts.', UploadPartList) },
    errors: ['malformedField', 'uploadNotFound', 'objectsAway'],
    credential: 'any',
  }),
  completeUpload: operation({
    method: 'POST',
    path: '/uploads/{UploadID}/complete',
    tag: 'Files',
    summary: 'Complete an upload',
    description: 'Makes the file of its parts, once all have arrived. What was at the path is replaced.',
    replies: { 200: json('The file.', FileItem) },
    errors: ['uploadNotFound', 'partMissing', 'fileExists', 'objectsAway'],
    credential: 'any',
  }),
  deleteUpload: operation({
    method: 'DELETE',
    path: '/uploads/{UploadID}',
    tag: 'Files',
    summary: 'Give up an upload',
    description: 'Deletes the parts that have arrived. What is at the path stays there.',
    replies: { 200: json('Given up.', Message) },
    errors: ['uploadNotFound', 'objectsAway'],
    credential: 'any',
  }),
} as const
