import type { Bucket } from '@credence/contract'
import { expect, test } from 'vitest'
import { changesOf, draftOf, EMPTY_BUCKET, faultsOf, requestOf } from './bucket-form.ts'

const DRAFT = { ...EMPTY_BUCKET, Name: 'measurements', Account: '123456789012' }
const BUCKET = {
  BucketID: 'bkt_1',
  Name: 'm',
  Account: 'a',
  MountPath: '',
  Read: true,
  Write: false,
  Region: 'us-east-1',
  PathStyle: false,
  HasCredentials: true,
} as Bucket

test('what is left empty is not sent, and keys go together', () => {
  expect(faultsOf(DRAFT)).toEqual({})
  expect(requestOf(DRAFT)).toEqual({ Name: 'measurements', Account: '123456789012', Read: true, Write: false })
  expect(Object.keys(faultsOf({ ...DRAFT, AccessKeyID: 'a' }))).toEqual(['SecretAccessKey'])
  expect(Object.keys(faultsOf({ ...EMPTY_BUCKET, Name: '-x', Endpoint: 'ftp://x' }))).toEqual(['Name', 'Account', 'Endpoint'])
})
test('only what was changed is sent, and a key only where it was typed', () => {
  expect(changesOf(BUCKET, draftOf(BUCKET))).toEqual({})
  expect(changesOf(BUCKET, { ...draftOf(BUCKET), Write: true, AccessKeyID: 'k', SecretAccessKey: 's' })).toEqual({
    Write: true,
    AccessKeyID: 'k',
    SecretAccessKey: 's',
  })
})
