// `credence buckets …`: object stores of one's own that tasks of a platform read and write.
import type { Bucket, BucketUpdate } from '@credence/contract'
import { type Command, command, UsageError, type Values } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { fields, json, time } from '../table.ts'
import { listCommand } from './list-command.ts'

const ID = 'bkt_00112233445566778899aabbccddeeff'
const BUCKET = { name: 'BUCKET', about: 'the id of a bucket, bkt_…' }
/** Read from the environment, so that no secret stands in a list of processes or in a history. */
const SECRET = 'BUCKET_SECRET_ACCESS_KEY'

const FIELDS = {
  endpoint: { type: 'string', value: 'URL', about: 'the address of a store that speaks S3' },
  region: { type: 'string', value: 'NAME', about: 'where the store is' },
  path: { type: 'string', value: 'PREFIX', about: 'the part of the bucket that tasks see' },
  access: { type: 'string', value: 'read|write|both', about: 'what tasks may' },
  'access-key': { type: 'string', value: 'ID', about: `the access key of the store; its secret is taken from ${SECRET}` },
  'path-style': { type: 'boolean', about: 'the bucket is named in the path of addresses, as usual at an endpoint of your own' },
} as const
/** Of a new one; a change leaves as it is what it does not name. */
const NEW_FIELDS = {
  ...FIELDS,
  endpoint: { ...FIELDS.endpoint, about: `${FIELDS.endpoint.about}; Amazon S3 unless given` },
  region: { ...FIELDS.region, about: `${FIELDS.region.about}; us-east-1 unless given` },
  path: { ...FIELDS.path, about: `${FIELDS.path.about}; all of it unless given` },
  access: { ...FIELDS.access, about: `${FIELDS.access.about}; read unless given` },
} as const

const list = listCommand({
  name: 'buckets list',
  summary: 'list buckets',
  description: 'Lists your buckets, newest first.',
  options: {},
  examples: [{ line: 'credence buckets list', about: 'what is connected' }],
  columns: {
    bucket: (bucket: Bucket) => bucket.BucketID,
    name: (bucket) => bucket.Name,
    at: (bucket) => bucket.Endpoint ?? `Amazon S3, ${bucket.Region}`,
    path: (bucket) => bucket.MountPath,
    access: accessOf,
  },
  items: async (client) => Promise.all((await client.buckets.list()).map(client.buckets.get)),
  none: 'You have no buckets. `credence buckets add NAME ACCOUNT` adds one.',
})

const add = command({
  name: 'buckets add',
  summary: 'add a bucket',
  description: `Adds an object store of yours and prints the id of the bucket. The secret of its access key is read from the variable ${SECRET}; the
platform stores it encrypted and never shows it.`,
  positionals: [
    { name: 'NAME', about: 'the name of the bucket at its store' },
    { name: 'ACCOUNT', about: 'the account that it belongs to there' },
  ],
  options: { ...NEW_FIELDS, ...PLATFORM_OPTIONS },
  examples: [
    { line: 'credence buckets add measurements 123456789012 --access-key AKIA… --access both', about: 'of Amazon S3' },
    { line: 'credence buckets add measurements lab --endpoint https://s3.example:8443 --access-key lab', about: 'of a store of your own' },
  ],
  async run({ values, positionals: [name, account] }, { terminal, env }) {
    const made = await (await openClient(values, env)).buckets.create({ Name: name!, Account: account!, ...given(values, env) })
    terminal.out(values.json ? json(made) : `${made.BucketID}\n`)
    return 0
  },
})

const get = command({
  name: 'buckets get',
  summary: 'show a bucket',
  description: 'Shows one bucket, without its key.',
  positionals: [BUCKET],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence buckets get ${ID}`, about: 'where it is and what tasks may' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const found = await (await openClient(values, env)).buckets.get(id!)
    const rows: [string, string][] = [
      ['bucket', found.BucketID],
      ['name', found.Name],
      ['account', found.Account],
      ['at', found.Endpoint ?? 'Amazon S3'],
      ['region', found.Region],
      ['path', found.MountPath],
      ['access', accessOf(found)],
      ['key', found.HasCredentials ? 'stored' : 'none'],
      ['added', time(found.CreatedAt * 1000)],
    ]
    terminal.out(values.json ? json(found) : fields(rows))
    return 0
  },
})

const update = command({
  name: 'buckets update',
  summary: 'change a bucket',
  description: 'Changes where a bucket is, what tasks may, or its access key. What is not given stays as it is.',
  positionals: [BUCKET],
  options: {
    name: { type: 'string', value: 'NAME', about: 'its name at its store' },
    account: { type: 'string', value: 'TEXT', about: 'its account there' },
    ...FIELDS,
    ...PLATFORM_OPTIONS,
  },
  examples: [{ line: `credence buckets update ${ID} --access both`, about: 'what tasks write is stored from now on' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const { name: Name, account: Account } = values
    const body = { ...given(values, env), ...(Name !== undefined && { Name }), ...(Account !== undefined && { Account }) }
    const answer = await (await openClient(values, env)).buckets.update(id!, body)
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

const remove = command({
  name: 'buckets delete',
  summary: 'remove a bucket',
  description: 'Lets the platform forget a bucket and its key. What is in it stays where it is.',
  positionals: [BUCKET],
  options: PLATFORM_OPTIONS,
  examples: [{ line: `credence buckets delete ${ID}`, about: 'its key goes, too' }],
  async run({ values, positionals: [id] }, { terminal, env }) {
    const answer = await (await openClient(values, env)).buckets.delete(id!)
    if (values.json) terminal.out(json(answer))
    return 0
  },
})

export const bucketCommands: readonly Command[] = [list, add, get, update, remove]

const ACCESS = { read: { Read: true, Write: false }, write: { Read: false, Write: true }, both: { Read: true, Write: true } } as const

function accessOf({ Read, Write }: Bucket): string {
  return Object.entries(ACCESS).find(([, may]) => may.Read === Read && may.Write === Write)?.[0] ?? 'none'
}

/** @throws UsageError */
function given(values: Partial<Values<typeof FIELDS>>, env: Readonly<Record<string, string | undefined>>): BucketUpdate {
  const { endpoint, region, path, access, 'access-key': id, 'path-style': pathStyle } = values
  const may = access === undefined ? {} : ACCESS[access as keyof typeof ACCESS]
  if (may === undefined) throw new UsageError(`--access is one of ${Object.keys(ACCESS).join(', ')}, not '${access}'`)
  const secret = env[SECRET]
  if (id !== undefined && (secret === undefined || secret === '')) throw new UsageError(`--access-key needs its secret in the variable ${SECRET}`)
  return {
    ...may,
    ...(endpoint !== undefined && { Endpoint: endpoint }),
    ...(region !== undefined && { Region: region }),
    ...(path !== undefined && { MountPath: path }),
    ...(pathStyle !== undefined && { PathStyle: pathStyle }),
    ...(id !== undefined && secret !== undefined && { AccessKeyID: id, SecretAccessKey: secret }),
  }
}
