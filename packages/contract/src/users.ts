// Users: profile, preferences, usage.
import { type Static, type TInteger, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { exampleId, id } from './parameters.ts'
import { asResourceLimits, PLAN_DEFAULTS, PLAN_LIMITS, type ResourceLimitNumbers } from './plans.ts'
import { epochSeconds, isoText, Message, ref } from './schema.ts'

/** Preferences by name; unknown ones are kept too. */
export const PREFERENCES = [
  'Editor_Execution_Arguments',
  'Editor_Execution_Core',
  'Editor_Execution_DataSources',
  'Editor_Layout',
  'Editor_Layout_VariableViewer',
  'Editor_SourceCode',
  'Editor_Theme',
  'Execution_DefaultCore',
  'Execution_DefaultDataSources',
  'Execution_DefaultReferenceCore',
  'PlatformTheme',
] as const
type PreferenceName = (typeof PREFERENCES)[number]

/** Counters of ResourceUsage, all integers: how people call what is counted, and whether it is counted for a month (`ResetsAt`) or is what there is. */
export const USAGE_TERMS = {
  APIAccessCount: { heading: 'API calls', isMonthly: true },
  BucketCount: { heading: 'Buckets', isMonthly: false },
  BuildTimeInMillisecondsCount: { heading: 'Build time', isMonthly: true },
  CloudStorageBytes: { heading: 'Files', isMonthly: false },
  ConcurrentBuildCount: { heading: 'Builds that run', isMonthly: false },
  ConcurrentTaskCount: { heading: 'Tasks that run', isMonthly: false },
  CoreCount: { heading: 'Custom cores', isMonthly: false },
  DataDriveCount: { heading: 'Drives', isMonthly: false },
  DataSourceCount: { heading: 'Data sources', isMonthly: false },
  DynamicInstructionCount: { heading: 'Instructions', isMonthly: true },
  ExecutionTimeInMillisecondsCount: { heading: 'Execution time', isMonthly: true },
  GatewayCount: { heading: 'Things', isMonthly: false },
  KeyCount: { heading: 'Keys', isMonthly: false },
  PlotCount: { heading: 'Plots', isMonthly: true },
  RegistryStorageBytes: { heading: 'Images in registries', isMonthly: false },
  RepositoryCount: { heading: 'Repositories', isMonthly: false },
  TaskCount: { heading: 'Tasks', isMonthly: true },
} as const
export type UsageCounter = keyof typeof USAGE_TERMS
export const USAGE_COUNTERS = Object.keys(USAGE_TERMS) as readonly UsageCounter[]

const texts = Object.fromEntries(PREFERENCES.map((name) => [name, Type.Optional(Type.String())])) as Record<
  PreferenceName,
  Type.TOptional<Type.TString>
>
const preferencesExample = { UpdatedAt: 1767323045, PlatformTheme: 'dark' }
export type Preferences = Static<typeof Preferences>
export const Preferences = Type.Object(
  { UpdatedAt: epochSeconds('When they were last changed.'), ...texts },
  {
    $id: 'Preferences',
    additionalProperties: true,
    description: 'What the console remembers for you. Values are texts; names of your own are kept too.',
    examples: [preferencesExample],
  },
)

const counters = Object.fromEntries(USAGE_COUNTERS.map((name) => [name, Type.Integer()])) as Record<UsageCounter, Type.TInteger>
const usageExample = {
  ...(Object.fromEntries(USAGE_COUNTERS.map((name) => [name, 0])) as Record<UsageCounter, number>),
  TaskCount: 12,
  KeyCount: 1,
  DynamicInstructionCount: 907_824,
  ResetsAt: 1769904000,
  UpdatedAt: 1767323045,
}
export type ResourceUsage = Static<typeof ResourceUsage>
export const ResourceUsage = Type.Object(
  {
    ...counters,
    ResetsAt: epochSeconds('When the counters of the month start again: those of tasks, calls, plots, instructions and milliseconds.'),
    UpdatedAt: epochSeconds('When they last changed.'),
  },
  { $id: 'ResourceUsage', description: 'What your account uses.', examples: [usageExample] },
)

const { min, max } = LIMITS.session.passwordCharacters
export const newPassword = (description: string) =>
  Type.String({ minLength: min, maxLength: max, description: `${description} ${min} to ${max} characters.` })

/** An e-mail address as far as it can be told without writing to it. */
export const username = (description: string) =>
  Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: LIMITS.account.usernameCharacters, description, examples: ['ada@example.com'] })

export type ResourceLimits = Static<typeof ResourceLimits>
export const ResourceLimits = Type.Object(
  Object.fromEntries(Object.values(PLAN_LIMITS).map(({ field, description }) => [field, Type.Integer({ description })])) as {
    [Field in keyof ResourceLimitNumbers]: TInteger
  },
  { $id: 'ResourceLimits', description: 'What your plan allows at most.', examples: [asResourceLimits(PLAN_DEFAULTS.FreeTier)] },
)

export type User = Static<typeof User>
export const User = Type.Object(
  {
    Object: Type.Literal('User'),
    UserID: id('user', 'Your id.'),
    Username: Type.String({ description: 'Your e-mail address.' }),
    CreatedAt: epochSeconds('When the account was made.'),
    Preferences: ref(Preferences),
    ResourceUsage: ref(ResourceUsage),
    Limits: Type.Optional(ref(ResourceLimits)),
    HasPassword: Type.Optional(
      Type.Boolean({ description: 'Whether one can sign in with a password. An account that an operator made has none until you set it.' }),
    ),
  },
  {
    $id: 'User',
    description: 'Your account.',
    examples: [
      {
        Object: 'User',
        UserID: exampleId('user'),
        Username: 'ada@example.com',
        CreatedAt: 1767323045,
        Preferences: preferencesExample,
        ResourceUsage: usageExample,
      },
    ],
  },
)

export type UserUpdate = Static<typeof UserUpdate>
export const UserUpdate = Type.Object(
  {
    Preferences: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Preferences to change. Those not named stay; `null` removes one.' }),
    ),
    Username: Type.Optional(username('Another e-mail address.')),
    Password: Type.Optional(newPassword('Another password; it ends all sessions but this one.')),
    CurrentPassword: Type.Optional(
      Type.String({
        maxLength: LIMITS.session.passwordCharacters.max,
        description: 'With Password, of somebody who signed in with one. A key does without, and so does a session that began with a key.',
      }),
    ),
  },
  { $id: 'UserUpdate', description: 'What to change; at least one.', examples: [{ Preferences: { PlatformTheme: 'dark' } }] },
)
export type StoredPreferences = Static<typeof StoredPreferences>
export const StoredPreferences = Type.Object(
  { Preferences: ref(Preferences) },
  { $id: 'StoredPreferences', description: 'The preferences as stored.', examples: [{ Preferences: preferencesExample }] },
)

export type UserCustomization = Static<typeof UserCustomization>
export const UserCustomization = Type.Object(
  {
    Object: Type.Literal('UserCustomization'),
    UserID: id('user', 'Whose customization this is.'),
    LogoURL: Type.Optional(Type.String()),
    AtomicNetworks: Type.Array(Type.Unknown()),
    Organizations: Type.Array(Type.Unknown()),
  },
  {
    $id: 'UserCustomization',
    description: 'How the platform looks to a user.',
    examples: [{ Object: 'UserCustomization', UserID: exampleId('user'), AtomicNetworks: [], Organizations: [] }],
  },
)

/** What the log of an account tells. */
export const ACCOUNT_EVENTS = [
  'SignUp',
  'SignIn',
  'SignOut',
  'SessionsEnded',
  'PasswordChanged',
  'UsernameChanged',
  'KeyCreated',
  'KeyDeleted',
  'ThingKeyCreated',
  'ThingKeyDeleted',
  'PlanChanged',
  'GitHubConnected',
  'GitHubDisconnected',
  'WebhookCreated',
  'WebhookDeleted',
  'WebhookSecretRotated',
] as const
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]

export type UserLogs = Static<typeof UserLogs>
export const UserLogs = Type.Object(
  {
    logs: Type.Array(
      Type.Object({
        timestamp: isoText('When it happened.'),
        eventType: Type.String({ description: `What happened: ${ACCOUNT_EVENTS.join(', ')}.` }),
        userName: Type.String(),
        eventResponse: Type.String({ description: 'Pass, or Fail.' }),
        ipAddress: Type.String(),
        deviceName: Type.String({ description: 'Program and system, as the request named them.' }),
        city: Type.String({ description: 'Always empty: addresses are not looked up anywhere.' }),
        country: Type.String({ description: 'Always empty.' }),
      }),
    ),
    queryTimeRange: Type.Object({
      startTime: Type.Integer({ description: 'Milliseconds since the epoch.' }),
      endTime: Type.Integer({ description: 'Milliseconds since the epoch.' }),
    }),
    totalResults: Type.Integer(),
  },
  {
    $id: 'UserLogs',
    description: 'Sign-ins and other events of your account.',
    examples: [
      {
        logs: [
          {
            timestamp: '2026-01-02T03:04:05.678Z',
            eventType: 'SignIn',
            userName: 'ada@example.com',
            eventResponse: 'Pass',
            ipAddress: '203.0.113.7',
            deviceName: 'Firefox on Linux',
            city: '',
            country: '',
          },
        ],
        queryTimeRange: { startTime: 1767225600000, endTime: 1767323045678 },
        totalResults: 1,
      },
    ],
  },
)

export const userOperations = {
  getUser: operation({
    method: 'GET',
    path: '/users/{UserID}',
    tag: 'Users',
    summary: 'Get your account',
    description: 'Your profile, preferences and usage. `me` stands for your id.',
    replies: { 200: json('The account.', User) },
    errors: ['userNotFound'],
    credential: 'any',
  }),
  updateUser: operation({
    method: 'PATCH',
    path: '/users/{UserID}',
    tag: 'Users',
    summary: 'Update your account',
    description: 'Changes preferences, the e-mail address or the password.',
    body: UserUpdate,
    bodyRequired: true,
    replies: { 200: json('The preferences as stored.', StoredPreferences) },
    errors: ['emptyBody', 'malformedField', 'fieldTooLarge', 'nothingToUpdate', 'userNotFound', 'wrongPassword', 'usernameTaken', 'tooManyRequests'],
    credential: 'any',
  }),
  deleteUser: operation({
    method: 'DELETE',
    path: '/users/{UserID}',
    tag: 'Users',
    summary: 'Delete your account',
    description:
      'Deletes the account and all that belongs to it, at once and for good: keys, cores, builds, tasks, outputs, plots. What runs is cancelled.',
    replies: { 200: json('Deleted.', Message) },
    errors: ['userNotFound'],
    credential: 'any',
  }),
  getUserCustomization: operation({
    method: 'GET',
    path: '/users/{UserID}/customization',
    tag: 'Users',
    summary: 'Get your customization',
    description: 'How the platform looks to you, where an operator set that.',
    replies: { 200: json('The customization.', UserCustomization) },
    errors: ['userNotFound', 'customizationNotFound'],
    credential: 'any',
  }),
  listUserLogs: operation({
    method: 'GET',
    path: '/users/{UserID}/logs',
    tag: 'Users',
    summary: 'List events of your account',
    description: 'Sign-ins, keys and other events, newest first. They are kept for 400 days.',
    query: Type.Object({
      startTime: Type.Optional(Type.Integer({ description: 'Milliseconds since the epoch. Absent: from the beginning of the account.' })),
      endTime: Type.Optional(Type.Integer({ description: 'Milliseconds since the epoch. Absent: now.' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: LIMITS.account.events.max, default: LIMITS.account.events.default, description: 'At most so many.' }),
      ),
    }),
    replies: { 200: json('The events.', UserLogs) },
    errors: ['malformedField', 'userNotFound'],
    credential: 'any',
  }),
  logoutAllSessions: operation({
    method: 'POST',
    path: '/users/{UserID}/logout-all-sessions',
    tag: 'Users',
    summary: 'End all sessions',
    description: 'Ends every session of yours, at once. API keys stay.',
    replies: { 200: json('Done.', Message) },
    errors: ['userNotFound'],
    credential: 'any',
  }),
} as const
