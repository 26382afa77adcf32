// Every number of the API: what a request may ask for, how long a link lives, how often clients poll.
// Bytes, seconds and milliseconds are named.

const MIB = 2 ** 20
const GIB = 2 ** 30

export const LIMITS = {
  /** Samples of a value in one answer. */
  samples: { min: 0, default: 1000, max: 100_000 },
  core: {
    name: { minLength: 1, maxLength: 255 },
    /** Dirac deltas of a printed value; re-executions on Reference. `trackingMax` holds for Athens and Zurich. */
    precision: { min: 4, max: 1_000_000, trackingMax: 8000 },
    /** Bytes of the program's memory. */
    memorySize: { min: 256_000, max: 4_000_000_000 },
    /** Of a program: `bytes`, but at most the memory divided by `small`, and at least the memory divided by `large`. */
    stack: { bytes: 8 * 1024 * 1024, small: 4, large: 8 },
  },
  /** Of the name of a build or task. */
  job: { nameCharacters: 200 },
  /** Of a request, and objects of a bucket that a task sees. */
  dataSources: { max: 5, files: 20_000 },
  /** Of the storage of an account: a path, a name in it, directories inside each other, and entries of a directory in one answer. */
  files: { pathBytes: 1024, nameBytes: 255, depth: 64, pageSize: 1000 },
  /**
   * Of files that come in parts, and of those that come at once (`onceBytes`, what one PUT of S3 takes). `partBytes`: of a part, unless the file has more than
   * `parts` of them, the most that all S3 servers take (OpenStack Swift: 1000); then they are larger. `idleSeconds`: after its last request, an upload is given up.
   */
  uploads: { onceBytes: 5 * GIB, partBytes: 16 * MIB, parts: 1000, fileBytes: 5000 * GIB, pageSize: 100, idleSeconds: 7 * 86_400 },
  /**
   * Of a device: topics, the samples of a topic that are kept, samples in one request, requests of one device in a minute, and characters of its name
   * and of the name of a topic.
   */
  things: { topics: 10, samplesPerTopic: 10_000, samplesPerRequest: 1000, requestsPerMinute: 120, nameCharacters: 255, topicCharacters: 64 },
  /** Seconds that a signed link works. */
  links: { outputSeconds: 900, plotSeconds: 604_799 },
  /** Above this, the output of a task is answered with a redirect. */
  output: { redirectBytes: 5_000_000 },
  /**
   * `jsonDepth`: arrays and objects inside each other. `headersMilliseconds`, `bodyMilliseconds`: until they have arrived; `milliseconds`: until an
   * upload has; `restMilliseconds`: for the rest of a request that was answered before it was complete; `silenceMilliseconds`: on a connection, in either direction; `retryAfterSeconds`: what a client is told to wait while the database
   * is away, `overloadedSeconds` while there is more work than the platform can take; `idempotencySeconds`: an answer is kept under its Idempotency-Key.
   */
  request: {
    bodyBytes: 2 * 1024 * 1024,
    headerBytes: 64 * 1024,
    argumentsBytes: 128 * 1024,
    configMkBytes: 64 * 1024,
    jsonDepth: 32,
    headersMilliseconds: 10_000,
    bodyMilliseconds: 30_000,
    milliseconds: 300_000,
    restMilliseconds: 2000,
    silenceMilliseconds: 180_000,
    retryAfterSeconds: 2,
    overloadedSeconds: 5,
    idempotencyCharacters: 255,
    idempotencySeconds: 86_400,
  },
  /**
   * Of people who sign in. `reuseSeconds`: so long a token that was renewed serves once more, as responses are lost and two may renew at once. `failures`: wrong passwords for a name from one network that
   * cost nothing, then the first pause and the longest; forgotten after a time. `perMinute`: sign-ups and sign-ins of a network.
   */
  session: {
    tokenSeconds: 3600,
    refreshSeconds: 30 * 86_400,
    reuseSeconds: 60,
    perAccount: 100,
    perMinute: 30,
    passwordCharacters: { min: 10, max: 256 },
    failures: { free: 5, firstSeconds: 30, mostSeconds: 900, forgetSeconds: 3600 },
  },
  pageSize: 25,
  /** On a page that names objects instead of showing them. */
  summaryPageSize: 500,
  /** Of a build, on one page. */
  variables: { pageSize: 500 },
  /** `elements` of a range `a[0:3]`; `records` of a task: one for each element and time that a line is passed; `outcomes` that are kept of executions, of a value and of a task. */
  trace: {
    variables: 100,
    expressionCharacters: 500,
    elements: 1000,
    records: 100_000,
    characters: 32_000_000,
    outcomes: { each: 100_000, all: 4_000_000 },
  },
  /** Of the executions of a task on a Reference core: the numbers whose mean and spread are told. */
  executions: { numbers: 10 },
  /** Of an account: its name, all its preferences together as JSON, and events of its log in one answer. */
  account: { usernameCharacters: 254, preferencesBytes: 1_000_000, events: { default: 100, max: 1000 } },
  /** What a build and a run may use unless a setting says otherwise. */
  build: { processorMilliseconds: 60_000, wallMilliseconds: 600_000 },
  run: { wallMilliseconds: 600_000, processorMilliseconds: 600_000, outputBytes: 100_000_000, fileBytes: 100_000_000 },
  /** Places that the figures of a task list. */
  notices: 20,
  /** What clients of this house do. */
  client: {
    requestMilliseconds: 10_000,
    downloadMilliseconds: 30_000,
    poll: { firstMilliseconds: 200, growth: 1.5, maxMilliseconds: 5000 },
    /** Beside realtime, in case an event was lost. */
    safetyPollMilliseconds: 10_000,
    retries: 5,
  },
  /** Of agents at /mcp. A run is a build and a task; what it prints is read up to `outputBytes` and told up to `outputCharacters`. */
  agents: {
    requestsPerMinute: 300,
    requestBytes: 256 * 1024,
    queryCharacters: 500,
    addressCharacters: 500,
    sourceCharacters: 100_000,
    results: { default: 8, max: 20 },
    runMilliseconds: 45_000,
    outputBytes: 2_000_000,
    outputCharacters: 20_000,
    values: 100,
  },
  /** Of the question mode that a model answers. */
  questions: {
    perMinute: 10,
    atOnce: 8,
    requestBytes: 16 * 1024,
    messages: 20,
    questionCharacters: 1000,
    passages: 6,
    answerCharacters: 8000,
    beginMilliseconds: 20_000,
    answerMilliseconds: 60_000,
  },
  /**
   * `initMilliseconds`: until `connection_init`; `connections`: of an account, on each process of the API; `subscriptions`, `framesPerMinute`: of a
   * connection; `unreadBytes`: what may wait for a slow reader; `credentialMilliseconds`: a connection outlives its credential by no more.
   */
  realtime: {
    connectionTimeoutMilliseconds: 300_000,
    keepAliveMilliseconds: 60_000,
    initMilliseconds: 5000,
    connections: 100,
    subscriptions: 100,
    framesPerMinute: 600,
    frameBytes: 64 * 1024,
    unreadBytes: 1_000_000,
    credentialMilliseconds: 5000,
    /** How long clients of this house wait before they connect again. */
    reconnectMilliseconds: { first: 1000, most: 30_000 },
  },
  /**
   * `atOnce`: deliveries that one webhook is sent at the same time. `retryAfterSeconds`: so long a receiver may put off what
   * comes. `waitingMinutes`: what cannot be sent in so many at `deliveriesPerMinute` is given up, the oldest first. `kept`, `keptSeconds`: deliveries of one webhook that have ended,
   * and for how long. `attemptsKept`: of one delivery. `oldSecretSeconds`: after a rotation.
   */
  webhooks: {
    urlCharacters: 2048,
    descriptionCharacters: 1000,
    timeoutMilliseconds: 15_000,
    retrySeconds: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    retrySpread: 0.2,
    retryAfterSeconds: 86_400,
    deliveriesPerMinute: 100,
    atOnce: 2,
    waitingMinutes: 100,
    kept: 1000,
    keptSeconds: 7 * 86_400,
    attemptsKept: 20,
    oldSecretSeconds: { default: 86_400, max: 7 * 86_400 },
    disableAfterSeconds: 5 * 86_400,
    signatureToleranceSeconds: 300,
  },
} as const
