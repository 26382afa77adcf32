// Drives: several data sources under one name.
import { type Static, Type } from 'typebox'
import { givenDataSources } from './data-sources.ts'
import { json, operation } from './operation.ts'
import { exampleId, id, PageQuery } from './parameters.ts'
import { epochSeconds, Message } from './schema.ts'

const fields = { Name: Type.String({ minLength: 1, description: 'A name of your choice.' }), DataSources: givenDataSources }

export type Drive = Static<typeof Drive>
export const Drive = Type.Object(
  {
    Object: Type.Literal('Drive'),
    DriveID: id('drive', 'The id of the drive.'),
    Owner: id('user', 'Who made it.'),
    CreatedAt: epochSeconds('When it was made.'),
    UpdatedAt: epochSeconds('When it was last changed.'),
    ...fields,
  },
  {
    $id: 'Drive',
    description: 'Several data sources under one name.',
    examples: [
      {
        Object: 'Drive',
        DriveID: exampleId('drive'),
        Owner: exampleId('user'),
        CreatedAt: 1767323045,
        UpdatedAt: 1767323045,
        Name: 'field data',
        DataSources: [{ Location: 'sd0', ResourceID: exampleId('bucket'), ResourceType: 'Bucket' }],
      },
    ],
  },
)
export type DriveRequest = Static<typeof DriveRequest>
export const DriveRequest = Type.Object(fields, {
  $id: 'DriveRequest',
  description: 'A drive to make.',
  examples: [{ Name: 'field data', DataSources: [{ Location: 'sd0', ResourceID: exampleId('bucket'), ResourceType: 'Bucket' }] }],
})
export type DriveUpdate = Static<typeof DriveUpdate>
export const DriveUpdate = Type.Partial(Type.Object(fields), {
  $id: 'DriveUpdate',
  description: 'The fields to change; at least one.',
  examples: [{ Name: 'field data 2026' }],
})
export type DriveList = Static<typeof DriveList>
export const DriveList = Type.Object(
  { user_id: id('user', 'Whose list this is.'), drive_ids: Type.Array(Type.String()), drive_count: Type.Integer({ minimum: 0 }) },
  {
    $id: 'DriveList',
    description: 'The ids of your drives.',
    examples: [{ user_id: exampleId('user'), drive_ids: [exampleId('drive')], drive_count: 1 }],
  },
)

export const driveOperations = {
  listDrives: operation({
    method: 'GET',
    path: '/drives',
    tag: 'Drives',
    summary: 'List drives',
    description: 'The ids of your drives.',
    query: PageQuery,
    replies: { 200: json('The ids.', DriveList) },
    errors: ['malformedField'],
    credential: 'any',
  }),
  createDrive: operation({
    method: 'POST',
    path: '/drives',
    tag: 'Drives',
    summary: 'Create a drive',
    description: 'Gives several data sources one name. A drive holds no drives; their number is limited by the plan of your account.',
    body: DriveRequest,
    bodyRequired: true,
    replies: { 201: json('The drive.', Drive) },
    errors: ['emptyBody', 'malformedField', 'notAvailable', 'tierLimit'],
    credential: 'any',
  }),
  getDrive: operation({
    method: 'GET',
    path: '/drives/{DriveID}',
    tag: 'Drives',
    summary: 'Get a drive',
    description: 'One drive.',
    replies: { 200: json('The drive.', Drive) },
    errors: ['driveNotFound'],
    credential: 'any',
  }),
  updateDrive: operation({
    method: 'PATCH',
    path: '/drives/{DriveID}',
    tag: 'Drives',
    summary: 'Update a drive',
    description: 'Changes a drive.',
    body: DriveUpdate,
    bodyRequired: true,
    replies: { 200: json('Changed.', Message) },
    errors: ['emptyBody', 'malformedField', 'notAvailable', 'nothingToUpdate', 'driveNotFound'],
    credential: 'any',
  }),
  deleteDrive: operation({
    method: 'DELETE',
    path: '/drives/{DriveID}',
    tag: 'Drives',
    summary: 'Delete a drive',
    description: 'Forgets a drive. What its data sources hold stays.',
    replies: { 200: json('Deleted.', Message) },
    errors: ['driveNotFound'],
    credential: 'any',
  }),
} as const
