// The form of a bucket: what is sent of it, and what is wrong with it, in the words of the platform where it has some.
import { type Bucket, type BucketRequest, type BucketUpdate, errors } from '@credence/contract'

export interface BucketDraft {
  readonly Name: string
  readonly Account: string
  readonly MountPath: string
  readonly Region: string
  readonly Endpoint: string
  readonly AccessKeyID: string
  readonly SecretAccessKey: string
  readonly Read: boolean
  readonly Write: boolean
  readonly PathStyle: boolean
}
export const EMPTY_BUCKET: BucketDraft = {
  Name: '',
  Account: '',
  MountPath: '',
  Region: '',
  Endpoint: '',
  AccessKeyID: '',
  SecretAccessKey: '',
  Read: true,
  Write: false,
  PathStyle: false,
}
/** Keys are never answered: an empty field leaves them as they are. */
export const draftOf = ({ Name, Account, MountPath, Region, Endpoint = '', Read, Write, PathStyle }: Bucket): BucketDraft => ({
  ...EMPTY_BUCKET,
  ...{ Name, Account, MountPath, Region, Endpoint, Read, Write, PathStyle },
})

export type BucketFaults = Partial<Record<keyof BucketDraft, string>>
export function faultsOf({ Name, Account, Endpoint, AccessKeyID, SecretAccessKey }: BucketDraft): BucketFaults {
  return {
    ...(!/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(Name) && {
      Name: `${errors.malformedField('Name').message}: letters, digits, dots, underscores and hyphens, as the store has it`,
    }),
    ...(Account.trim() === '' && { Account: `${errors.malformedField('Account').message}: the account at the store` }),
    ...(Endpoint !== '' &&
      !/^https?:\/\/[^\s/]+\/?$/.test(Endpoint) && {
        Endpoint: `${errors.malformedField('Endpoint').message}: an address such as https://s3.example:8443`,
      }),
    ...((AccessKeyID === '') !== (SecretAccessKey === '') && { SecretAccessKey: 'The access key and its secret go together.' }),
  }
}

export function requestOf(draft: BucketDraft): BucketRequest {
  const { Name, Account, MountPath, Region, Endpoint, AccessKeyID, SecretAccessKey, Read, Write, PathStyle } = draft
  return {
    Name,
    Account: Account.trim(),
    Read,
    Write,
    ...(MountPath !== '' && { MountPath }),
    ...(Region !== '' && { Region }),
    ...(Endpoint !== '' && { Endpoint, PathStyle }),
    ...(AccessKeyID !== '' && { AccessKeyID, SecretAccessKey }),
  }
}
/** The fields that differ; none: there is nothing to update. */
export function changesOf(bucket: Bucket, draft: BucketDraft): BucketUpdate {
  const before = draftOf(bucket)
  const names = (Object.keys(draft) as (keyof BucketDraft)[]).filter((name) => draft[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, draft[name]]))
}
