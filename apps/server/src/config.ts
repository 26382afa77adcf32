// The settings of a process, read once from the environment and the command line. All that is wrong is reported together.
import type { Setting } from './settings/kinds.ts'
import { ALL_SETTINGS, type ROLES, SETTINGS } from './settings/table.ts'

export type Role = (typeof ROLES)[number]

type Values<Rows> = { readonly [Name in keyof Rows]: Rows[Name] extends Setting<infer Value> ? Value : never }
type Group<Name extends keyof typeof SETTINGS> = Values<(typeof SETTINGS)[Name]>

export interface Config extends Omit<Group<'Where'>, 'connections' | 'connectionsPerAddress'>, Group<'Secrets'>, Group<'Database'> {
  readonly roles: readonly Role[]
  /** Open ones of the API; `perAddress` does not hold for trusted proxies. */
  readonly connections: { readonly total: number; readonly perAddress: number }
  readonly firstUser: Pick<Group<'Accounts'>, 'username' | 'plan'>
  readonly plans: Group<'Accounts'>['plans']
  readonly logoUrl: string | undefined
  readonly signUp: Group<'Accounts'>['signUp']
  readonly signUpPlan: Group<'Accounts'>['signUpPlan']
  /** Absent: nobody vouches for people but this platform. */
  readonly oidc: { readonly issuer: string; readonly audience: string } | undefined
  readonly worker: Omit<Group<'Workers'>, 'roles'>
  readonly limits: Group<'Limits of builds and runs'>
  readonly outside: Group<'Outside'>
  readonly webhooks: Group<'Webhooks'>
  /** `api` is undefined where there is no way to GitHub, `client` where this platform is no OAuth app there. */
  readonly github: {
    readonly api: string | undefined
    readonly login: string
    readonly client: { readonly id: string; readonly secret: string } | undefined
  }
  /** Absent: objects are files in the data folder. */
  readonly s3:
    | {
        /** `https://host[:port]`, as both addresses. */
        readonly endpoint: string
        readonly linkEndpoint: string
        readonly bucket: string
        readonly region: string
        readonly key: { readonly id: string; readonly secret: string }
      }
    | undefined
  /** 0: for ever. */
  readonly outputDays: number
  /** Of files that come in parts, unless they would be too many. */
  readonly partBytes: number
  /** The model that answers questions to the documentation. Absent: the site shows passages. */
  readonly questions: { readonly baseUrl: string; readonly model: string; readonly key: string | undefined } | undefined
}

/**
 * The settings of this process.
 * @param env   the environment
 * @param argv  arguments behind the script's name: `--port N`, `--home FOLDER`; they win over the environment
 * @throws Error  one that names every bad setting
 */
export function readConfig(env: NodeJS.ProcessEnv, argv: readonly string[] = []): Config {
  const faults: string[] = []
  const flags = readFlags(argv, faults)
  const read = <Rows extends Readonly<Record<string, Setting<unknown>>>>(rows: Rows): Values<Rows> =>
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => {
        const given = (row.flag === undefined ? undefined : flags.get(row.flag)) ?? env[row.name] ?? olderValue(env, row.older)
        return [name, row.read(given === '' ? undefined : given, (fault) => faults.push(fault))]
      }),
    ) as Values<Rows>
  const { connections, connectionsPerAddress, ...where } = read(SETTINGS.Where)
  const secrets = read(SETTINGS.Secrets)
  const database = read(SETTINGS.Database)
  const { outputDays, partBytes, ...bucket } = read(SETTINGS.Objects)
  const s3 = readS3(bucket, faults)
  if (s3 && partBytes < LEAST_S3_PART_BYTES) faults.push(`CREDENCE_PART_BYTES is at least ${LEAST_S3_PART_BYTES} where objects are at an S3 server`)
  if (env['CREDENCE_ROLES']) faults.push('CREDENCE_ROLES is called CREDENCE_ROLE: api, worker or all')
  const { roles, ...worker } = read(SETTINGS.Workers)
  const limits = read(SETTINGS['Limits of builds and runs'])
  const outside = read(SETTINGS.Outside)
  const webhooks = read(SETTINGS.Webhooks)
  const questions = readQuestions(read(SETTINGS.Questions), faults)
  const github = readGitHub(read(SETTINGS.GitHub), faults)
  const { plans, logoUrl, signUp, signUpPlan, oidcIssuer, oidcAudience, ...firstUser } = read(SETTINGS.Accounts)
  const oidc = readIssuer(oidcIssuer, oidcAudience, faults)
  if (faults.length > 0) throw new Error(`settings:\n  ${faults.join('\n  ')}`)
  return Object.freeze({
    ...where,
    ...secrets,
    ...database,
    connections: { total: connections, perAddress: connectionsPerAddress },
    s3,
    outputDays,
    partBytes,
    roles,
    worker,
    limits,
    outside,
    webhooks,
    questions,
    github,
    plans,
    logoUrl,
    signUp,
    signUpPlan,
    oidc,
    firstUser,
  })
}

/** Of every part but the last. AWS, "Amazon S3 multipart upload limits". */
const LEAST_S3_PART_BYTES = 5 * 2 ** 20

/** Address and model come together; a key alone, or half of the two, is a mistake. */
function readQuestions({ baseUrl, model, key }: Group<'Questions'>, faults: string[]): Config['questions'] {
  if (baseUrl !== undefined && model !== '') return { baseUrl, model, key: key === '' ? undefined : key }
  if (baseUrl !== undefined || model !== '' || key !== '') faults.push('questions need CREDENCE_ASK_URL and CREDENCE_ASK_MODEL, both')
  return undefined
}

function readGitHub({ api, login, clientId, clientSecret }: Group<'GitHub'>, faults: string[]): Config['github'] {
  const isAddress = (text: string) => /^https?:\/\/./.test(text) && URL.canParse(text)
  if (api !== 'none' && !isAddress(api)) faults.push('CREDENCE_GITHUB_URL is an address such as https://api.github.com, or none')
  if (!isAddress(login)) faults.push('CREDENCE_GITHUB_LOGIN_URL is an address such as https://github.com')
  if ((clientId === '') !== (clientSecret === '')) faults.push('an OAuth app needs CREDENCE_GITHUB_CLIENT_ID and CREDENCE_GITHUB_CLIENT_SECRET, both')
  return { api: api === 'none' ? undefined : api, login, client: clientId === '' ? undefined : { id: clientId, secret: clientSecret } }
}

function readS3(
  { endpoint, bucket, region, keyId, secret, linkEndpoint }: Omit<Group<'Objects'>, 'outputDays' | 'partBytes'>,
  faults: string[],
): Config['s3'] {
  if (endpoint === undefined) {
    if (bucket !== '' || keyId !== '' || secret !== '') faults.push('an S3 server needs CREDENCE_S3_ENDPOINT')
    return undefined
  }
  if (bucket === '' || keyId === '' || secret === '')
    faults.push('an S3 server needs CREDENCE_S3_ENDPOINT, CREDENCE_S3_BUCKET, CREDENCE_S3_KEY_ID and CREDENCE_S3_SECRET, all')
  if (bucket !== '' && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    faults.push('CREDENCE_S3_BUCKET has 3 to 63 small letters, digits, dots and hyphens')
  const origins = [endpoint, linkEndpoint ?? endpoint].map((one) => new URL(one))
  if (origins.some(({ pathname, search }) => pathname !== '/' || search !== ''))
    faults.push('CREDENCE_S3_ENDPOINT and CREDENCE_S3_LINKS are addresses without a path, such as https://s3.example')
  const [at, links] = origins.map(({ origin }) => origin) as [string, string]
  return { endpoint: at, linkEndpoint: links, bucket, region, key: { id: keyId, secret } }
}

function readIssuer(issuer: string | undefined, audience: string, faults: string[]): Config['oidc'] {
  if (issuer !== undefined && audience !== '') return { issuer, audience }
  if (issuer !== undefined || audience !== '') faults.push('an issuer needs CREDENCE_OIDC_ISSUER and CREDENCE_OIDC_AUDIENCE, both')
  return undefined
}

const FLAGS = ALL_SETTINGS.flatMap(({ flag }) => flag ?? [])
function readFlags(argv: readonly string[], faults: string[]): Map<string, string> {
  const flags = new Map<string, string>()
  for (let at = 0; at < argv.length; at++) {
    const [name = '', inline] = (argv[at] ?? '').split(/=(.*)/s)
    const value = inline ?? argv[++at]
    if (!FLAGS.includes(name)) faults.push(`unknown option '${name}'; options are ${FLAGS.join(', ')}`)
    else if (value === undefined) faults.push(`${name} needs a value`)
    else flags.set(name, value)
  }
  return flags
}

function olderValue(env: NodeJS.ProcessEnv, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : env[name]
  return value?.includes('://') ? undefined : value
}
