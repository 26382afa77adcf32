// Files: your own storage on the platform.
import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { startKey } from './parameters.ts'
import { epochSeconds, Message, ref } from './schema.ts'

const fileExample = { path: 'measurements/run1.csv', last_modified: 1767323045, size: 1024, etag: '"9b2cf535f27731c974343645a3985328"' }
const downloadExample = {
  download_url: 'https://host/objects/files/…/run1.csv?X-Amz-Signature=…',
  etag: fileExample.etag,
  last_modified: fileExample.last_modified,
  size: fileExample.size,
  content_type: 'text/csv',
}
export type FileItem = Static<typeof FileItem>
export const FileItem = Type.Object(
  {
    path: Type.String(),
    last_modified: epochSeconds('When it was last written.'),
    size: Type.Integer({ description: 'Bytes.' }),
    etag: Type.String(),
  },
  {
    $id: 'FileItem',
    description: 'A file or directory.',
    examples: [fileExample],
  },
)
export type FileList = Static<typeof FileList>
export const FileList = Type.Object(
  {
    count: Type.Integer({ description: 'How many are in this response.' }),
    items: Type.Array(ref(FileItem)),
    nextContinuationToken: Type.Optional(Type.String({ description: 'Send it as `startKey` for the next page. Absent on the last page.' })),
  },
  { $id: 'FileList', description: 'A page of files.', examples: [{ count: 1, items: [fileExample] }] },
)
export type FileDownload = Static<typeof FileDownload>
export const FileDownload = Type.Object(
  {
    download_url: Type.String({ description: `Link to the content. Works for ${LIMITS.links.outputSeconds} s, without a credential.` }),
    etag: Type.String(),
    last_modified: epochSeconds('When it was last written.'),
    size: Type.Integer({ description: 'Bytes.' }),
    content_type: Type.String(),
    owner: Type.Optional(Type.String()),
  },
  { $id: 'FileDownload', description: 'Where to read a file.', examples: [downloadExample] },
)
export type FileUpload = Static<typeof FileUpload>
export const FileUpload = Type.Object(
  {
    message: Type.String(),
    upload_url: Type.Optional(Type.String({ description: 'Send the bytes here with PUT, without a credential. Absent: nothing more to do.' })),
  },
  {
    $id: 'FileUpload',
    description: 'Where to write a file.',
    examples: [{ message: 'OK', upload_url: 'https://host/objects/files/…/run1.csv?X-Amz-Signature=…' }],
  },
)
/** What GET of a path answers: what it is, or with `download=true` where to read it. */
export const FileAnswer = Type.Union([ref(FileItem), ref(FileList), ref(FileDownload)], {
  $id: 'FileAnswer',
  description: 'A file, the listing of a directory, or where to read a file.',
  examples: [fileExample, downloadExample],
})

export const fileOperations = {
  listFiles: operation({
    method: 'GET',
    path: '/files',
    tag: 'Files',
    summary: 'List files',
    description: 'What lies in your storage, or in one directory of it, by name. Paths of directories end in a slash.',
    query: Type.Object({ path: Type.Optional(Type.String({ description: 'A directory. Absent: the top.' })), startKey }),
    replies: { 200: json('A page of files.', FileList) },
    errors: ['malformedField', 'fileNotFound', 'objectsAway'],
    credential: 'any',
  }),
  getFile: operation({
    method: 'GET',
    path: '/files/{path}',
    tag: 'Files',
    summary: 'Get a file',
    description: 'A file or the listing of a directory; with `download=true` a link to the content of a file.',
    query: Type.Object({ download: Type.Optional(Type.Boolean({ description: 'True: a link to the content.' })) }),
    replies: { 200: json('The file.', FileAnswer) },
    errors: ['malformedField', 'fileNotFound', 'objectsAway'],
    credential: 'any',
  }),
  putFile: operation({
    method: 'PUT',
    path: '/files/{path}',
    tag: 'Files',
    summary: 'Upload a file or make a directory',
    description:
      'Announces a file of `size` bytes and responds with the link to send them to; with `directory=true` makes a directory. There is no body. What is larger, or shall continue after a break, is sent in parts: `POST /uploads`.',
    query: Type.Object({
      size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes of the file. Required for files; 0 is allowed.' })),
      directory: Type.Optional(Type.Boolean({ description: 'True: make a directory.' })),
    }),
    replies: { 200: json('Where to send the bytes.', FileUpload) },
    errors: ['malformedField', 'fileExists', 'fileNeedsParts', 'storageLimit', 'objectsAway'],
    credential: 'any',
  }),
  deleteFile: operation({
    method: 'DELETE',
    path: '/files/{path}',
    tag: 'Files',
    summary: 'Delete a file or directory',
    description: 'Deletes a file; with `directory=true` an empty directory, with `recursive=true` all that is in it too.',
    query: Type.Object({
      recursive: Type.Optional(Type.Boolean({ description: 'True: with all that is in it. Only for directories.' })),
      directory: Type.Optional(Type.Boolean({ description: 'True: the path is a directory.' })),
    }),
    replies: { 200: json('Deleted.', Message) },
    errors: ['malformedField', 'recursiveNeedsDirectory', 'fileNotFound', 'directoryNotEmpty', 'objectsAway'],
    credential: 'any',
  }),
} as const
