// Every setting of the platform, read once from the environment and the command line. All that is wrong is reported together.
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { LIMITS, PLANS, type Plan } from '@credence/contract'

export const ROLES = ['api', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** What an account of a plan may have at once. */
export interface PlanLimits {
  readonly cores: number
  readonly keys: number
  /** Builds, and tasks, that run at the same time while others wait; a burst on an idle platform may exceed it. */
  readonly running: number
  /** Builds and tasks that are not finished, waiting ones included; more are refused. */
  readonly unfinished: number
}

export interface Config {
  /** Absolute folder of everything the platform keeps on this machine. */
  readonly home: string
  readonly host: string
  readonly port: number
  /** Absent: links carry the host that the request named. */
  readonly origin: string | undefined
  /** Absent: the embedded PostgreSQL in `home`. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  readonly roles: readonly Role[]
  /** Addresses and networks of proxies whose word on who asks is taken. */
  readonly trustedProxies: readonly string[]
  /** Open ones of the API; `perAddress` does not hold for trusted proxies. */
  readonly connections: { readonly total: number; readonly perAddress: number }
  readonly log: 'file' | 'stdout'
  readonly firstUser: { readonly username: string; readonly plan: Plan }
  readonly plans: Readonly<Record<Plan, PlanLimits>>
  readonly worker: { readonly slots: number; readonly graceSeconds: number; readonly attempts: number }
  readonly limits: {
    readonly buildProcessorSeconds: number
    readonly buildWallSeconds: number
    readonly taskWallSeconds: number
    readonly taskProcessorSeconds: number
    readonly outputBytes: number
    readonly fileBytes: number
    readonly sourceBytes: number
  }
  /** Folder of the built documentation site; served at `/` when it exists. Absent: built on first start into `home`. */
  readonly docsFolder: string | undefined
  /** The model that answers questions to the documentation. Absent: the site shows passages. */
  readonly questions: { readonly baseUrl: string; readonly model: string; readonly key: string | undefined } | undefined
}

const PLAN_DEFAULTS: Readonly<Record<Plan, PlanLimits>> = {
  FreeTier: { cores: 3, keys: 10, running: 1, unfinished: 100 },
  DeveloperTier: { cores: 20, keys: 20, running: 2, unfinished: 1000 },
  AcademicTier: { cores: 20, keys: 20, running: 4, unfinished: 1000 },
  ProTier: { cores: 100, keys: 50, running: 8, unfinished: 10_000 },
  EnterpriseTier: { cores: 1000, keys: 200, running: 64, unfinished: 100_000 },
  EnterpriseTierL: { cores: 1000, keys: 200, running: 64, unfinished: 100_000 },
  EnterpriseTierM: { cores: 500, keys: 100, running: 32, unfinished: 50_000 },
  EnterpriseTierS: { cores: 200, keys: 100, running: 16, unfinished: 20_000 },
}

/**
 * The settings of this process.
 * @param env   the environment
 * @param argv  arguments behind the script's name: `--port N`, `--home FOLDER`; they win over the environment
 * @throws Error  one that names every bad setting
 */
export function readConfig(env: NodeJS.ProcessEnv, argv: readonly string[] = []): Config {
  const read = settings(env, argv)
  const config: Config = {
    home: read.path('CREDENCE_HOME', './.credence', '--home'),
    host: read.text('CREDENCE_HOST', '127.0.0.1'),
    port: read.integer('PORT', 8080, 0, 65535, '--port'),
    origin: read.origin('CREDENCE_ORIGIN'),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    databaseConnections: read.integer('CREDENCE_DATABASE_CONNECTIONS', 10, 2, 200),
    roles: read.roles('CREDENCE_ROLES'),
    trustedProxies: read.networks('CREDENCE_TRUSTED_PROXIES'),
    connections: {
      total: read.integer('CREDENCE_CONNECTIONS', 1000, 10, 100_000),
      perAddress: read.integer('CREDENCE_CONNECTIONS_PER_ADDRESS', 200, 5, 100_000),
    },
    log: read.oneOf('CREDENCE_LOG', ['file', 'stdout'], 'file'),
    firstUser: {
      username: read.text('CREDENCE_FIRST_USERNAME', 'owner@localhost'),
      plan: read.oneOf('CREDENCE_FIRST_PLAN', PLANS, 'EnterpriseTier'),
    },
    plans: read.plans('CREDENCE_PLANS'),
    worker: {
      slots: read.integer('CREDENCE_WORKER_SLOTS', Math.min(8, availableParallelism()), 1, 64),
      graceSeconds: read.integer('CREDENCE_GRACE_SECONDS', 5, 0, 3600),
      attempts: read.integer('CREDENCE_ATTEMPTS', 6, 1, 100),
    },
    limits: {
      buildProcessorSeconds: read.integer('CREDENCE_BUILD_SECONDS', LIMITS.build.processorMilliseconds / 1000, 1, 3600),
      buildWallSeconds: read.integer('CREDENCE_BUILD_WALL_SECONDS', LIMITS.build.wallMilliseconds / 1000, 1, 86_400),
      taskWallSeconds: read.integer('CREDENCE_TASK_WALL_SECONDS', LIMITS.run.wallMilliseconds / 1000, 1, 86_400),
      taskProcessorSeconds: read.integer('CREDENCE_TASK_PROCESSOR_SECONDS', LIMITS.run.processorMilliseconds / 1000, 1, 86_400),
      outputBytes: read.integer('CREDENCE_OUTPUT_BYTES', LIMITS.run.outputBytes, 1, 10_000_000_000),
      fileBytes: read.integer('CREDENCE_FILE_BYTES', LIMITS.run.fileBytes, 1, 10_000_000_000),
      sourceBytes: read.integer('CREDENCE_SOURCE_BYTES', 1_000_000, 1, 2_000_000),
    },
    docsFolder: read.optionalPath('CREDENCE_DOCS'),
    questions: readQuestions(read),
  }
  read.done()
  return Object.freeze(config)
}

/** Address and model come together; a key alone, or half of the two, is a mistake. */
function readQuestions(read: ReturnType<typeof settings>): Config['questions'] {
  const baseUrl = read.address('CREDENCE_ASK_URL')
  const model = read.text('CREDENCE_ASK_MODEL', '')
  const key = read.text('CREDENCE_ASK_KEY', '')
  if (baseUrl !== undefined && model !== '') return { baseUrl, model, key: key === '' ? undefined : key }
  if (baseUrl !== undefined || model !== '' || key !== '') read.fault('questions need CREDENCE_ASK_URL and CREDENCE_ASK_MODEL, both')
  return undefined
}

function settings(env: NodeJS.ProcessEnv, argv: readonly string[]) {
  const faults: string[] = []
  const flags = readFlags(argv, faults)
  const given = (name: string, flag?: string): string | undefined => {
    const value = (flag === undefined ? undefined : flags.get(flag)) ?? env[name]
    return value === undefined || value === '' ? undefined : value
  }
  const text = (name: string, fallback: string, flag?: string): string => given(name, flag) ?? fallback
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const value = text(name, fallback)
    const found = allowed.find((candidate) => candidate === value)
    if (found === undefined) faults.push(`${name} is '${value}'; it is one of ${allowed.join(', ')}`)
    return found ?? fallback
  }
  return {
    text,
    oneOf,
    path: (name: string, fallback: string, flag?: string): string => resolve(text(name, fallback, flag)),
    optionalPath: (name: string): string | undefined => {
      const value = given(name)
      return value === undefined ? undefined : resolve(value)
    },
    integer(name: string, fallback: number, minimum: number, maximum: number, flag?: string): number {
      const value = text(name, String(fallback), flag)
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (!(number >= minimum && number <= maximum)) faults.push(`${name} is '${value}'; it is a whole number from ${minimum} to ${maximum}`)
      return number
    },
    origin(name: string): string | undefined {
      const value = given(name)
      if (value === undefined) return undefined
      const url = URL.canParse(value) ? new URL(value) : undefined
      if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search !== '')
        faults.push(`${name} is '${value}'; it is an address such as https://credence.example`)
      return url?.origin
    },
    address(name: string): string | undefined {
      const value = given(name)
      // It may hold a credential: it is never repeated.
      if (value !== undefined && !/^https?:\/\/./.test(value)) faults.push(`${name} is not an address such as https://models.example/v1`)
      return value
    },
    fault: (text: string): void => void faults.push(text),
    databaseUrl(name: string): string | undefined {
      const value = given(name)
      // The value may hold a password: it is never repeated.
      if (value !== undefined && !/^postgres(ql)?:\/\//.test(value)) faults.push(`${name} does not begin with postgres://`)
      return value
    },
    roles(name: string): readonly Role[] {
      const words = text(name, ROLES.join(',')).split(',')
      const wrong = words.filter((word) => !ROLES.includes(word as Role))
      if (wrong.length > 0) faults.push(`${name} names '${wrong.join(',')}'; it is a list of ${ROLES.join(' and ')}, with commas`)
      return ROLES.filter((role) => words.includes(role))
    },
    networks(name: string): readonly string[] {
      const words = text(name, '')
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '')
      const wrong = words.filter((word) => !isNetwork(word))
      if (wrong.length > 0) faults.push(`${name} names '${wrong.join(',')}'; it is a list of addresses and networks such as 127.0.0.1,10.0.0.0/8`)
      return words
    },
    plans(name: string): Record<Plan, PlanLimits> {
      const merged = { ...PLAN_DEFAULTS }
      const value = given(name)
      if (value === undefined) return merged
      try {
        for (const [plan, limits] of Object.entries(JSON.parse(value) as Record<string, Record<string, unknown>>)) {
          if (!PLANS.includes(plan as Plan)) faults.push(`${name} names the plan '${plan}'; plans are ${PLANS.join(', ')}`)
          for (const [limit, number] of Object.entries(limits)) {
            if (!(limit in PLAN_DEFAULTS.FreeTier))
              faults.push(`${name} names the limit '${limit}'; limits are ${Object.keys(PLAN_DEFAULTS.FreeTier).join(', ')}`)
            else if (!Number.isSafeInteger(number) || Number(number) < 0) faults.push(`${name}: ${plan}.${limit} is not a whole number from 0`)
          }
          merged[plan as Plan] = { ...merged[plan as Plan], ...limits }
        }
      } catch {
        faults.push(`${name} is not JSON of the form {"FreeTier":{"cores":3}}`)
      }
      return merged
    },
    done(): void {
      if (faults.length > 0) throw new Error(`settings:\n  ${faults.join('\n  ')}`)
    },
  }
}

/** An address, alone or with the number of bits that count. A network of all addresses is nobody's proxy. */
function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}

const FLAGS = ['--port', '--home']
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
