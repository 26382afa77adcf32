// Every setting of the platform: its name, what it holds, its default and what it is for. The configuration is read from these rows; `--help` and
// the page on configuration list them.
import { availableParallelism, totalmem } from 'node:os'
import { LIMITS, PLANS } from '@credence/contract'
import {
  address,
  databaseUrl,
  hostPort,
  hosts,
  integer,
  networks,
  oneOf,
  oneOrAll,
  optionalPath,
  origin,
  path,
  plans,
  type Setting,
  sealingKeys,
  text,
} from './kinds.ts'

export const ROLES = ['api', 'worker'] as const
/** How far programs are kept from the machine, the least first; `/health/runner` says what a machine reaches. */
export const ISOLATIONS = ['process', 'process+ns', 'process+ns+seccomp'] as const
/** Of what the machine, or the container, has: the rest is for API, database and files that are read. */
const MEMORY_SHARE = 0.6
/** Of the process of a run, beside the memory of its program: Node, the runtime and a usual number of distributions. */
export const PROCESS_BYTES = 128 * 2 ** 20
const machineBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
const SECONDS_OF_A_DAY = 86_400
const MOST_BYTES = 10_000_000_000
const { build, run } = LIMITS

/** By the heading under which people find them, then by the name that the configuration gives them. */
export const SETTINGS = {
  Where: {
    /** Absolute. */
    home: path({ name: 'CREDENCE_HOME', flag: '--home', fallback: './.credence', about: 'the data folder' }),
    port: integer({ name: 'PORT', flag: '--port', fallback: 8080, min: 0, max: 65535, about: 'the port; 0 takes any free one' }),
    host: text({
      name: 'CREDENCE_LISTEN',
      older: 'CREDENCE_HOST',
      fallback: '127.0.0.1',
      about: 'the address to listen on; `0.0.0.0` for all of the machine',
    }),
    origin: origin({
      name: 'CREDENCE_ORIGIN',
      shown: 'the host that a request names',
      about: 'the public address in links, behind a proxy: `https://credence.example`',
    }),
    trustedProxies: networks({
      name: 'CREDENCE_TRUSTED_PROXIES',
      about:
        'addresses and networks of proxies whose word on who asks is taken, with commas: `127.0.0.1,10.0.0.0/8`; see [behind a proxy](/docs/platform/operate/#behind-a-proxy)',
    }),
    connections: integer({
      name: 'CREDENCE_CONNECTIONS',
      fallback: 1000,
      min: 10,
      max: 100_000,
      about: 'open connections; see [connections](/docs/platform/operate/security/#connections)',
    }),
    connectionsPerAddress: integer({
      name: 'CREDENCE_CONNECTIONS_PER_ADDRESS',
      fallback: 200,
      min: 5,
      max: 100_000,
      about: 'of one address; of IPv6 the first 64 bits; trusted proxies are not counted so',
    }),
    docsFolder: optionalPath({
      name: 'CREDENCE_DOCS',
      shown: 'built on the first start, into the cache',
      about: 'folder of a documentation site that is built already',
    }),
    consoleFolder: optionalPath({
      name: 'CREDENCE_CONSOLE',
      shown: 'built on the first start, into the cache',
      about: 'folder of a console that is built already',
    }),
    drainSeconds: integer({
      name: 'CREDENCE_DRAIN_SECONDS',
      fallback: 0,
      min: 0,
      max: 600,
      about: 'so long a process that was told to stop still answers, and ends connections with each answer, while a balancer finds that it goes',
    }),
    waitingJobs: integer({
      name: 'CREDENCE_WAITING_JOBS',
      fallback: 100_000,
      min: 1,
      max: 10_000_000,
      about: 'builds and tasks that wait, of all accounts; while there are more, submissions are answered 503',
    }),
    log: oneOf({
      name: 'CREDENCE_LOG',
      of: ['file', 'stdout'],
      fallback: 'file',
      about: '`file`: into the data folder; `stdout`: for a supervisor that collects it',
    }),
    metrics: hostPort({
      name: 'CREDENCE_METRICS',
      shown: 'none',
      about: 'address and port where Prometheus reads figures, `127.0.0.1:9464`; for operators alone; see [metrics](/docs/platform/operate/metrics/)',
    }),
    collector: address({
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      about:
        'a collector of OpenTelemetry that is sent traces, OTLP over HTTP: `http://127.0.0.1:4318`; see [traces](/docs/platform/operate/metrics/#traces)',
    }),
  },
  Secrets: {
    sealingKeys: sealingKeys({
      name: 'CREDENCE_SEALING_KEYS',
      shown: 'made on the first start, in `sealing-key` of the data folder',
      about:
        'keys under which secrets of users are stored, `ID:` and 64 hexadecimal digits each, with commas: the first seals, all open; see [secrets](/docs/platform/operate/configuration/#secrets)',
    }),
  },
  Database: {
    databaseUrl: databaseUrl({
      name: 'DATABASE_URL',
      shown: 'the PostgreSQL that comes with it',
      about: '`postgres://…` of a PostgreSQL 15 or newer',
    }),
    databaseConnections: integer({
      name: 'CREDENCE_DATABASE_CONNECTIONS',
      fallback: 10,
      min: 2,
      max: 200,
      about:
        'connections of a process to PostgreSQL for requests; see [connections to PostgreSQL](/docs/platform/operate/scale-out/#connections-to-postgresql)',
    }),
  },
  Objects: {
    endpoint: address({
      name: 'CREDENCE_S3_ENDPOINT',
      about: 'an S3 server for outputs, modules and files of users, `https://s3.example`; without it they are files in the data folder',
    }),
    bucket: text({ name: 'CREDENCE_S3_BUCKET', fallback: '', shown: 'none', about: 'its bucket, which exists and is used by nothing else' }),
    region: text({ name: 'CREDENCE_S3_REGION', fallback: 'us-east-1', about: 'its region' }),
    keyId: text({ name: 'CREDENCE_S3_KEY_ID', fallback: '', shown: 'none', about: 'the id of an access key that may read, write, delete and list' }),
    secret: text({ name: 'CREDENCE_S3_SECRET', fallback: '', shown: 'none', about: 'its secret' }),
    linkEndpoint: address({
      name: 'CREDENCE_S3_LINKS',
      shown: '`CREDENCE_S3_ENDPOINT`',
      about: 'the address of that server in links, where clients know it by another one',
    }),
    partBytes: integer({
      name: 'CREDENCE_PART_BYTES',
      fallback: LIMITS.uploads.partBytes,
      min: 1,
      max: LIMITS.uploads.onceBytes,
      about: 'a part of a file that is uploaded in parts; S3 servers take no less than 5242880',
    }),
    outputDays: integer({
      name: 'CREDENCE_OUTPUT_DAYS',
      fallback: 0,
      min: 0,
      max: 36_500,
      shown: '0, for ever',
      about: 'outputs of a task are deleted so many days after its end; what asks for them is told',
    }),
  },
  Workers: {
    roles: oneOrAll({ name: 'CREDENCE_ROLE', of: ROLES, about: 'what this process does: answers requests, builds and runs, or both' }),
    slots: integer({
      name: 'CREDENCE_WORKER_SLOTS',
      fallback: Math.min(8, availableParallelism()),
      shown: 'processors, at most 8',
      min: 1,
      max: 64,
      about: 'tasks that run at a time; two builds are compiled at a time, of two accounts',
    }),
    memoryBytes: integer({
      name: 'CREDENCE_WORKER_MEMORY',
      fallback: Math.max(Math.floor(MEMORY_SHARE * machineBytes()), LIMITS.core.memorySize.max + PROCESS_BYTES),
      shown: `${MEMORY_SHARE * 100} % of what the machine or the container has, and enough for one task of any core`,
      min: 100_000_000,
      max: 100_000_000_000_000,
      about: 'bytes for the programs of a worker; it takes a task only while there is room for the memory of its core, and none that never fits',
    }),
    isolation: oneOf({
      name: 'CREDENCE_ISOLATION',
      of: ISOLATIONS,
      fallback: 'process',
      about:
        'the least isolation that builds and tasks ask for; workers on machines that reach less take none; see [isolation](/docs/platform/operate/security/)',
    }),
    graceSeconds: integer({ name: 'CREDENCE_GRACE_SECONDS', fallback: 5, min: 0, max: 3600, about: 'time for what runs when the platform stops' }),
    attempts: integer({
      name: 'CREDENCE_ATTEMPTS',
      fallback: 6,
      min: 1,
      max: 100,
      about: 'attempts before a build or task that keeps being interrupted is Stopped',
    }),
  },
  'Limits of builds and runs': {
    buildProcessorSeconds: integer({
      name: 'CREDENCE_BUILD_SECONDS',
      fallback: build.processorMilliseconds / 1000,
      min: 1,
      max: 3600,
      about: 'one build, of processor time; `credence run` takes it too',
    }),
    buildWallSeconds: integer({
      name: 'CREDENCE_BUILD_WALL_SECONDS',
      fallback: build.wallMilliseconds / 1000,
      min: 1,
      max: SECONDS_OF_A_DAY,
      about: 'one build, on the clock',
    }),
    taskWallSeconds: integer({
      name: 'CREDENCE_TASK_WALL_SECONDS',
      fallback: run.wallMilliseconds / 1000,
      min: 1,
      max: SECONDS_OF_A_DAY,
      about: 'one run, on the clock',
    }),
    taskProcessorSeconds: integer({
      name: 'CREDENCE_TASK_PROCESSOR_SECONDS',
      fallback: run.processorMilliseconds / 1000,
      min: 1,
      max: SECONDS_OF_A_DAY,
      about: 'one run, of processor time',
    }),
    outputBytes: integer({ name: 'CREDENCE_OUTPUT_BYTES', fallback: run.outputBytes, min: 1, max: MOST_BYTES, about: 'one stream of output' }),
    fileBytes: integer({ name: 'CREDENCE_FILE_BYTES', fallback: run.fileBytes, min: 1, max: MOST_BYTES, about: 'all files that a run writes' }),
    mountedBytes: integer({
      name: 'CREDENCE_MOUNTED_BYTES',
      fallback: 5_000_000_000,
      min: 1,
      max: MOST_BYTES,
      about: 'all files that data sources give to a run; they are in the data folder while it runs',
    }),
    transferSeconds: integer({
      name: 'CREDENCE_TRANSFER_SECONDS',
      fallback: 600,
      min: 1,
      max: SECONDS_OF_A_DAY,
      about: 'fetching what buckets give to a run, and storing what it wrote there',
    }),
    sourceBytes: integer({
      name: 'CREDENCE_SOURCE_BYTES',
      fallback: 1_000_000,
      min: 1,
      max: 2_000_000,
      about: 'a program that is sent as text',
    }),
  },
  Outside: {
    allowedHosts: hosts({
      name: 'CREDENCE_ALLOWED_HOSTS',
      about:
        'hosts that repositories, buckets and webhooks may be at although their addresses are not public: `git.intranet,10.0.0.5:8443`; without a port 443, with `:*` any',
    }),
    certificates: optionalPath({
      name: 'CREDENCE_CERTIFICATES',
      shown: 'those of the system',
      about: 'a file with certificates, PEM, instead, for git servers, object stores and receivers of webhooks of your own',
    }),
    gitSeconds: integer({ name: 'CREDENCE_GIT_SECONDS', fallback: 120, min: 1, max: 3600, about: 'fetching a repository with its submodules' }),
    repositoryBytes: integer({
      name: 'CREDENCE_REPOSITORY_BYTES',
      fallback: 200_000_000,
      min: 1,
      max: 2_000_000_000,
      about: 'all files of a repository; four times as much may be sent',
    }),
  },
  Webhooks: {
    perMinute: integer({
      name: 'CREDENCE_WEBHOOK_DELIVERIES',
      fallback: LIMITS.webhooks.deliveriesPerMinute,
      min: 1,
      max: 1_000_000,
      about: 'deliveries per minute to one webhook; what is more waits',
    }),
  },
  Questions: {
    baseUrl: address({ name: 'CREDENCE_ASK_URL', about: "an endpoint that speaks OpenAI's chat completions: `https://models.example/v1`" }),
    model: text({ name: 'CREDENCE_ASK_MODEL', fallback: '', shown: 'none', about: 'the name of the model there' }),
    key: text({
      name: 'CREDENCE_ASK_KEY',
      fallback: '',
      shown: 'none',
      about: 'its key, if it needs one; it never leaves the platform for a browser',
    }),
  },
  GitHub: {
    api: text({
      name: 'CREDENCE_GITHUB_URL',
      fallback: 'https://api.github.com',
      about: 'the REST API of GitHub, or of one of your own; `none`: there is no way to it',
    }),
    login: text({ name: 'CREDENCE_GITHUB_LOGIN_URL', fallback: 'https://github.com', about: 'where people agree to connect their account' }),
    clientId: text({ name: 'CREDENCE_GITHUB_CLIENT_ID', fallback: '', shown: 'none', about: 'the id of this platform as an OAuth app there' }),
    clientSecret: text({ name: 'CREDENCE_GITHUB_CLIENT_SECRET', fallback: '', shown: 'none', about: 'its secret' }),
  },
  Accounts: {
    username: text({ name: 'CREDENCE_FIRST_USERNAME', fallback: 'owner@localhost', about: 'name of the account that an empty platform makes' }),
    plan: oneOf({ name: 'CREDENCE_FIRST_PLAN', of: PLANS, fallback: 'EnterpriseTier', about: 'its plan' }),
    signUp: oneOf({
      name: 'CREDENCE_SIGN_UP',
      of: ['local', 'open', 'closed'],
      fallback: 'local',
      about: 'who may make an account: people on the machine itself while the platform listens to nobody else, everybody, or nobody',
    }),
    signUpPlan: oneOf({ name: 'CREDENCE_SIGN_UP_PLAN', of: PLANS, fallback: 'FreeTier', about: 'the plan of who signs up' }),
    oidcIssuer: address({
      name: 'CREDENCE_OIDC_ISSUER',
      about: 'an OpenID Connect issuer whose ID tokens are credentials, as `https://login.example`',
    }),
    oidcAudience: text({ name: 'CREDENCE_OIDC_AUDIENCE', fallback: '', shown: 'none', about: 'the id of this platform as a client of that issuer' }),
    logoUrl: address({ name: 'CREDENCE_LOGO_URL', about: 'a picture that clients show as the logo of this platform' }),
    plans: plans({
      name: 'CREDENCE_PLANS',
      shown: 'below',
      about: 'JSON that changes limits of plans: `{"FreeTier":{"cores":3,"running":1}}`',
    }),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting<unknown>>>>>
export type SettingGroup = keyof typeof SETTINGS

/** The settings below a heading, in order. @throws RangeError  there is no such heading */
export function settingsOf(group: string): readonly Setting<unknown>[] {
  if (!(group in SETTINGS)) throw new RangeError(`no settings stand below ${group}; headings are ${Object.keys(SETTINGS).join(', ')}`)
  return Object.values(SETTINGS[group as SettingGroup])
}
export const ALL_SETTINGS: readonly Setting<unknown>[] = Object.keys(SETTINGS).flatMap(settingsOf)

/** The least and the most that it takes, for people; nothing where a setting has neither. */
export const rangeText = ({ range }: Setting<unknown>, format: (value: number) => string = String): string =>
  range === undefined ? '' : ` (${format(range[0])} to ${format(range[1])})`
