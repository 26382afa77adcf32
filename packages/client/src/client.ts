// The client by resource: what one does with builds, tasks and the rest, each a thin line over its operation.
import {
  type BucketRequest,
  type BucketUpdate,
  type Build,
  type BuildUpdate,
  COMPLETE_HEADER,
  type Core,
  type CoreRequest,
  type CoreUpdate,
  channelName,
  type DriveRequest,
  type DriveUpdate,
  type FileItem,
  type GitHubRequest,
  isTerminal,
  type OperationQuery,
  type Plan,
  type RefreshRequest,
  type Repository,
  type RepositoryBuildRequest,
  type RepositoryRequest,
  type RepositoryUpdate,
  type SessionRequest,
  type SignUpRequest,
  type SourceCodeBuildRequest,
  STATUSES,
  type Stream,
  type Task,
  type TaskRequest,
  type TaskUpdate,
  type ThingSamplesRequest,
  type ThingUpdate,
  type Upload,
  type UserUpdate,
  type WebhookEvent,
  type WebhookRequest,
  type WebhookUpdate,
} from '@credence/contract'
import { type ConnectionOptions, type Content, connect } from './connection.ts'
import { pages } from './pages.ts'
import { openRealtime } from './realtime.ts'
import { type Listen, type WaitOptions, wait } from './wait.ts'
import { type WatchOptions, watch } from './watch.ts'
import { uploadParts, type WriteBody, type WriteOptions, writeFile } from './write-file.ts'

export type Client = ReturnType<typeof createClient>

const ME = { UserID: 'me' } as const

export function createClient(options: ConnectionOptions) {
  const connection = connect(options)
  const { request, download } = connection
  const text = async (link: string) => new TextDecoder().decode(await download(link))

  const open = () => openRealtime({ ...options, host: connection.host, credential: options.credential })
  /** Hears of the changes of one build or task. */
  const listenTo =
    <Thing extends { readonly Owner: string }>(kind: 'build-status' | 'task-status', idOf: (thing: Thing) => string): Listen<Thing> =>
    (thing, { onChange, onLive }) => {
      if ((options.webSocket ?? globalThis.WebSocket) === undefined) return { close() {} }
      const realtime = open()
      realtime.subscribe(channelName(kind, thing.Owner), {
        onEvent: ({ data }) => (Object.values(data).includes(idOf(thing)) ? onChange() : undefined),
        onReady: () => onLive(true),
        onAway: () => onLive(false),
        onRefused: () => onLive(false),
      })
      return realtime
    }
  const unfinished = STATUSES.filter((status) => !isTerminal(status))
  const watched = {
    open,
    userId: async () => (await request('getUser', { path: ME })).UserID,
    tasks: {
      newest: async () => (await request('listTasks', {})).Tasks,
      unfinished: () =>
        pages(
          (startKey) => request('listTasks', { query: { status: unfinished, startKey } }),
          (page) => page.Tasks,
        ),
      get: (TaskID: string) => request('getTask', { path: { TaskID } }),
    },
    builds: {
      newest: async () => (await request('listBuilds', {})).Builds,
      unfinished: () =>
        pages(
          (startKey) => request('listBuilds', { query: { status: unfinished, startKey } }),
          (page) => page.Builds,
        ),
      get: (BuildID: string) => request('getBuild', { path: { BuildID } }),
    },
  }

  return {
    ...connection,
    /** The realtime channel itself. */
    realtime: open,

    builds: {
      create: (body: SourceCodeBuildRequest, query?: OperationQuery<'createSourceCodeBuild'>) => request('createSourceCodeBuild', { body, query }),
      get: (BuildID: string): Promise<Build> => request('getBuild', { path: { BuildID } }),
      /** All builds, newest first, page after page. */
      list: (query: OperationQuery<'listBuilds'> = {}) =>
        pages(
          (startKey) => request('listBuilds', { query: { ...query, startKey } }),
          (page) => page.Builds,
        ),
      /** Names it; lets others run it, or no longer. */
      update: (BuildID: string, body: BuildUpdate) => request('updateBuild', { path: { BuildID }, body }),
      cancel: (BuildID: string) => request('cancelBuild', { path: { BuildID } }),
      delete: (BuildID: string) => request('deleteBuild', { path: { BuildID } }),
      /** What compiler and linker printed. */
      output: async (BuildID: string) => text((await request('getBuildOutputs', { path: { BuildID } })).Build),
      /** Of a build for hardware: a gzip-compressed tar. */
      binary: async (BuildID: string) => download((await request('getBuildBinary', { path: { BuildID } })).url),
      /** The variables of a build that was asked to list them. */
      variables: (BuildID: string) =>
        pages(
          (startKey) => request('listBuildVariables', { path: { BuildID }, query: { startKey } }),
          (page) => page.Variables,
        ),
      /** The build once it ended, however it ended. */
      wait: (BuildID: string, how?: WaitOptions) =>
        wait(
          () => request('getBuild', { path: { BuildID }, signal: how?.signal }),
          how,
          listenTo('build-status', ({ BuildID: id }) => id),
        ),
    },

    tasks: {
      create: (BuildID: string, body?: TaskRequest) => request('createTask', { path: { BuildID }, body }),
      get: (TaskID: string): Promise<Task> => request('getTask', { path: { TaskID } }),
      /** All tasks, newest first, page after page. */
      list: (query: OperationQuery<'listTasks'> = {}) =>
        pages(
          (startKey) => request('listTasks', { query: { ...query, startKey } }),
          (page) => page.Tasks,
        ),
      listOfBuild: (BuildID: string, query: OperationQuery<'listBuildTasks'> = {}) =>
        pages(
          (startKey) => request('listBuildTasks', { path: { BuildID }, query: { ...query, startKey } }),
          (page) => page.Tasks,
        ),
      /** Runs a public build of anybody. */
      createPublic: (BuildID: string, body?: TaskRequest) => request('createPublicTask', { path: { BuildID }, body }),
      getPublic: (TaskID: string): Promise<Task> => request('getPublicTask', { path: { TaskID } }),
      publicOutputs: (TaskID: string) => request('getPublicTaskOutputs', { path: { TaskID } }),
      /** What the trace variables of its build recorded. */
      values: (TaskID: string) =>
        pages(
          (startKey) => request('listTaskValues', { path: { TaskID }, query: { startKey } }),
          (page) => page.Values,
        ),
      /** Names it. */
      update: (TaskID: string, body: TaskUpdate) => request('updateTask', { path: { TaskID }, body }),
      cancel: (TaskID: string) => request('cancelTask', { path: { TaskID } }),
      delete: (TaskID: string) => request('deleteTask', { path: { TaskID } }),
      outputs: (TaskID: string) => request('getTaskOutputs', { path: { TaskID } }),
      /** What the program printed; of a task that runs, what it printed so far. */
      output: async (TaskID: string, Stream: Stream = 'Stdout') => (await request('getTaskOutput', { path: { TaskID, Stream } })) ?? '',
      /** The same, and whether that is all: false until the task has ended. */
      outputSoFar: async (TaskID: string, Stream: Stream = 'Stdout'): Promise<{ text: string; isComplete: boolean }> => {
        const { reply, headers } = await connection.requestWithHeaders('getTaskOutput', { path: { TaskID, Stream } })
        return { text: reply ?? '', isComplete: headers.get(COMPLETE_HEADER) !== 'false' }
      },
      /** The task once it ended, however it ended. */
      wait: (TaskID: string, how?: WaitOptions) =>
        wait(
          () => request('getTask', { path: { TaskID }, signal: how?.signal }),
          how,
          listenTo('task-status', ({ TaskID: id }) => id),
        ),
    },

    cores: {
      /** Your cores; with `default` those that every account has. */
      list: (query: OperationQuery<'listCores'> = {}) =>
        pages(
          (startKey) => request('listCores', { query: { ...query, startKey } }),
          (page) => page.Cores,
        ),
      get: (CoreID: string): Promise<Core> => request('getCore', { path: { CoreID } }),
      create: (body: CoreRequest): Promise<Core> => request('createCore', { body }),
      update: (CoreID: string, body: CoreUpdate) => request('updateCore', { path: { CoreID }, body }),
      delete: (CoreID: string) => request('deleteCore', { path: { CoreID } }),
    },

    repositories: {
      create: (body: RepositoryRequest) => request('createRepository', { body }),
      get: (RepositoryID: string): Promise<Repository> => request('getRepository', { path: { RepositoryID } }),
      /** All repositories, newest first, page after page. */
      list: (query: Pick<OperationQuery<'listRepositories'>, 'startKey'> = {}) =>
        pages(
          (startKey) => request('listRepositories', { query: { ...query, startKey } }),
          (page) => page?.Repositories ?? [],
        ),
      /** The id of the one with this address, and this branch. @throws ApiError 404 */
      find: async (remoteURL: string, branch?: string) => (await request('lookupRepository', { query: { remoteURL, branch } })).RepositoryID,
      update: (RepositoryID: string, body: RepositoryUpdate, query?: OperationQuery<'updateRepository'>) =>
        request('updateRepository', { path: { RepositoryID }, body, query }),
      delete: (RepositoryID: string) => request('deleteRepository', { path: { RepositoryID } }),
      build: (RepositoryID: string, body?: RepositoryBuildRequest, query?: OperationQuery<'createRepositoryBuild'>) =>
        request('createRepositoryBuild', { path: { RepositoryID }, body, query }),
      /** Its builds, newest first, page after page. */
      builds: (RepositoryID: string, query: OperationQuery<'listRepositoryBuilds'> = {}) =>
        pages(
          (startKey) => request('listRepositoryBuilds', { path: { RepositoryID }, query: { ...query, startKey } }),
          (page) => page.Builds,
        ),
    },

    files: {
      /** What lies in a directory, by name; page after page. */
      async *list(path = ''): AsyncGenerator<FileItem> {
        let startKey: string | undefined
        do {
          const page = await request('listFiles', { query: { path, startKey } })
          yield* page.items
          startKey = page.nextContinuationToken
        } while (startKey !== undefined)
      },
      /** The bytes of a file as they come. */
      read: async (path: string, signal?: AbortSignal) => {
        const answer = await request('getFile', { path: { path }, query: { download: true } })
        if (!('download_url' in answer)) throw new TypeError(`${path} is a directory`)
        return connection.stream(answer.download_url, signal)
      },
      /** The same from one byte on, while the file is still what `etag` names; else from its beginning. */
      readFrom: async (path: string, from: { readonly byte: number; readonly etag: string } | undefined, signal?: AbortSignal): Promise<Content> => {
        const answer = await request('getFile', { path: { path }, query: { download: true } })
        if (!('download_url' in answer)) throw new TypeError(`${path} is a directory`)
        return connection.streamFrom(answer.download_url, from, signal)
      },
      /**
       * Stores a file: small ones at once, others in parts, which continue where a connection broke.
       * @throws UploadBroken  an upload in parts stopped, and can be continued
       */
      write: (path: string, body: WriteBody, how: WriteOptions = {}) => writeFile(connection, path, body, how),
      makeDirectory: (path: string) => request('putFile', { path: { path }, query: { directory: true } }),
      delete: (path: string, query: OperationQuery<'deleteFile'> = {}) => request('deleteFile', { path: { path }, query }),
    },

    /** Files that come in parts, as far as they are; `files.write` sends them. */
    uploads: {
      /** Those that can go on, newest first, page after page. */
      list: () =>
        pages(
          (startKey) => request('listUploads', { query: { startKey } }),
          (page) => page.Uploads,
        ),
      get: (UploadID: string): Promise<Upload> => request('getUpload', { path: { UploadID } }),
      /** The parts in their order, page after page. */
      parts: (UploadID: string) => uploadParts(connection, UploadID),
      delete: (UploadID: string) => request('deleteUpload', { path: { UploadID } }),
    },

    buckets: {
      create: (body: BucketRequest) => request('createBucket', { body }),
      get: (BucketID: string) => request('getBucket', { path: { BucketID } }),
      /** Their ids, newest first. */
      list: async () => (await request('listBuckets', { query: {} })).bucket_ids,
      update: (BucketID: string, body: BucketUpdate) => request('updateBucket', { path: { BucketID }, body }),
      delete: (BucketID: string) => request('deleteBucket', { path: { BucketID } }),
    },

    drives: {
      create: (body: DriveRequest) => request('createDrive', { body }),
      get: (DriveID: string) => request('getDrive', { path: { DriveID } }),
      /** Their ids, newest first. */
      list: async () => (await request('listDrives', { query: {} })).drive_ids,
      update: (DriveID: string, body: DriveUpdate) => request('updateDrive', { path: { DriveID }, body }),
      delete: (DriveID: string) => request('deleteDrive', { path: { DriveID } }),
    },

    things: {
      list: () => request('listThings', {}),
      get: (ThingID: string) => request('getThing', { path: { ThingID } }),
      /** With its key, which is shown once. */
      create: (Name: string) => request('createThing', { body: { Name } }),
      update: (ThingID: string, body: ThingUpdate) => request('updateThing', { path: { ThingID }, body }),
      delete: (ThingID: string) => request('deleteThing', { path: { ThingID } }),
      /** Another key in the place of the one before. */
      rotateKey: (ThingID: string) => request('rotateThingKey', { path: { ThingID } }),
      revokeKey: (ThingID: string) => request('revokeThingKey', { path: { ThingID } }),
      /** Takes a client whose credential is the key of the thing. */
      post: (ThingID: string, Topic: string, body: ThingSamplesRequest) => request('postThingSamples', { path: { ThingID, Topic }, body }),
      /** The latest, the newest last; values that are not finite as the wire carries them, as texts. */
      samples: (ThingID: string, Topic: string, count?: number) => request('listThingSamples', { path: { ThingID, Topic }, query: { count } }),
      deleteTopic: (ThingID: string, Topic: string) => request('deleteThingTopic', { path: { ThingID, Topic } }),
      files: (ThingID: string) => request('listThingFiles', { path: { ThingID } }),
    },

    keys: {
      list: () => request('listKeys', {}),
      /** @param validUntil seconds since the epoch, or null for no end */
      create: (Name: string, validUntil: number | null = null) => request('createKey', { body: { Name, ValidUntil: validUntil } }),
      delete: (KeyID: string) => request('deleteKey', { path: { KeyID } }),
    },

    samples: {
      /** Numbers drawn from a Ux string, NaN and infinities included: the wire carries those as texts. */
      draw: async (payload: string, count?: number): Promise<number[]> =>
        (await request('createSamples', { body: { payload }, query: { count } })).Samples.map(Number),
    },

    plots: {
      create: (payload: string, query?: OperationQuery<'createPlot'>) => request('createPlot', { body: { payload }, query }),
      /** The picture of a Ux string, PNG. */
      png: async (payload: string, query?: OperationQuery<'createPlot'>) =>
        download((await request('createPlot', { body: { payload }, query })).presignedURL),
    },

    users: {
      me: () => request('getUser', { path: ME }),
      update: (body: UserUpdate) => request('updateUser', { path: ME, body }),
      /** What happened to the account, newest first. */
      logs: (query: Partial<OperationQuery<'listUserLogs'>> = {}) =>
        request('listUserLogs', { path: ME, query: query as OperationQuery<'listUserLogs'> }),
      customization: () => request('getUserCustomization', { path: ME }),
      signUp: (body: SignUpRequest) => request('createUser', { body }),
      /** Ends all sessions; keys stay. */
      logoutAll: () => request('logoutAllSessions', { path: ME }),
      /** The account and all that belongs to it, for good. */
      delete: () => request('deleteUser', { path: ME }),
    },

    /** Tokens of people; a client takes one as its credential, `Bearer` and the token. */
    sessions: {
      create: (body: SessionRequest) => request('createSession', { body }),
      refresh: (body: RefreshRequest = {}) => request('refreshSession', { body }),
      delete: () => request('deleteSession', {}),
    },

    webhooks: {
      /** Its answer holds the secret, which is not shown again. */
      create: (body: WebhookRequest) => request('createWebhook', { body }),
      list: async () => (await request('listWebhooks', {})).webhooks,
      get: (WebhookID: string) => request('getWebhook', { path: { WebhookID } }),
      update: (WebhookID: string, body: WebhookUpdate) => request('updateWebhook', { path: { WebhookID }, body }),
      delete: (WebhookID: string) => request('deleteWebhook', { path: { WebhookID } }),
      /** A new secret; the old one signs as well for so many seconds, a day unless given. */
      rotateSecret: (WebhookID: string, oldSecretSeconds?: number) =>
        request('rotateWebhookSecret', { path: { WebhookID }, body: { ...(oldSecretSeconds !== undefined && { oldSecretSeconds }) } }),
      /** Sends an event that did not happen; the first that the webhook asks for, unless one is named. */
      test: (WebhookID: string, event?: WebhookEvent) => request('testWebhook', { path: { WebhookID }, body: { ...(event && { event }) } }),
      /** What was sent and what waits, newest first, page after page. */
      deliveries: (WebhookID: string, query: OperationQuery<'listWebhookDeliveries'> = {}) =>
        pages(
          (startKey) => request('listWebhookDeliveries', { path: { WebhookID }, query: { ...query, startKey } }),
          (page) => page.Deliveries,
        ),
      redeliver: (WebhookID: string, DeliveryID: string) => request('redeliverWebhookDelivery', { path: { WebhookID, DeliveryID } }),
    },

    /** Needs the token of a session. */
    subscriptions: {
      get: () => request('getSubscription', {}),
      update: (Plan: Plan) => request('updateSubscription', { body: { Plan } }),
    },

    github: {
      get: () => request('getGitHub', { path: ME }),
      connect: (body: GitHubRequest) => request('connectGitHub', { path: ME, body }),
      disconnect: () => request('disconnectGitHub', { path: ME }),
    },

    /** What changes in the account, as it happens; where there is no realtime channel, by asking. */
    events: (how?: WatchOptions) => watch(watched, how),

    health: {
      all: () => request('getHealth', {}),
      of: (service: string) => request('getServiceHealth', { path: { service } }),
    },
  }
}
