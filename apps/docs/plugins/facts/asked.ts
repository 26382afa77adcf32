// In which words else people ask for a row of a table that is made from the code, with semicolons between them. What is written in pages: wordings.ts.
import type { ErrorName, Plan } from '@credence/contract'
import { askedFor, inlines, type MdxNode } from '../mdx/nodes.ts'

/** By the path in LIMITS. */
export const ASKED_LIMITS: Readonly<Record<string, string>> = {
  'samples.default': 'how many samples do I get when I say nothing; default number of samples',
  'samples.max':
    'how many samples can I ask for at most; maximum number of samples; most random draws in one call; most random numbers I can draw at once',
  'core.precision.min': 'smallest precision; fewest Dirac deltas of a core',
  'core.precision.max':
    'how many executions may a Reference core have; most Monte Carlo runs; largest Monte Carlo; most iterations of Monte Carlo core',
  'core.precision.trackingMax': 'highest precision of a core; most Dirac deltas',
  'core.memorySize.min': 'smallest memory of a core; least RAM of a core',
  'core.memorySize.max':
    'how much memory can a core have; largest memory of a core; most RAM for a program; gigabytes of memory; biggest machine memory; need 8 GB RAM',
  'core.stack.bytes': 'how large is the stack; stack size in megabytes; deep recursion crash; default stack',
  'job.nameCharacters': 'how long may the name of a task be; length of a task name; characters of a build name',
  'dataSources.max': 'how many data sources may a task have; number of mounted folders',
  'dataSources.files': 'how many files may a bucket have; objects of a bucket that a task sees',
  'files.pathBytes': 'how long may a path be; maximum path length',
  'files.nameBytes': 'how long may a file name be; maximum length of a file name',
  'files.depth': 'how deep may folders be nested; nested directories',
  'files.pageSize': 'how many files does a listing return; entries of a directory listing',
  'uploads.onceBytes': 'largest upload in one request; biggest file for a single PUT',
  'uploads.partBytes': 'how big is a part of an upload; part size; chunk size of an upload',
  'uploads.parts': 'how many parts may an upload have; number of chunks',
  'uploads.fileBytes': 'how big may an uploaded file be; largest file; maximum file size; terabytes; max size of an object in storage',
  'uploads.idleSeconds': 'how long is an unfinished upload kept; when does an upload expire',
  'things.topics': 'how many topics may a device have; channels of a sensor',
  'things.samplesPerTopic': 'how many measurements of a device are stored; length of the history of a sensor',
  'things.samplesPerRequest': 'how many samples may a device send at once; batch of measurements',
  'things.requestsPerMinute': 'how often may a device send; posts of a sensor per minute',
  'links.outputSeconds':
    'how long does a link to an output work; a link has expired; lifetime of a download link; signed link expires; how long is a download link valid; share an output link with a colleague',
  'links.plotSeconds': 'how long does a link to a plot live; link to a picture expires; how long does picture link live',
  'output.redirectBytes': 'from which size is an output redirected',
  'request.bodyBytes': 'maximum size of a request; how large may a request be; body too large; payload size; how big may a POST be; max POST size',
  'request.headerBytes': 'how long may headers be; maximum URL length; length of a query string',
  'request.jsonDepth': 'how deep may JSON be nested; nesting of JSON',
  'request.headersMilliseconds': 'time-out for request headers',
  'request.bodyMilliseconds': 'how long may a request body take; time-out of a request body',
  'request.milliseconds': 'how long may an upload take; time-out of an upload',
  'request.silenceMilliseconds':
    'keep-alive time-out; idle connection is closed; how long does a connection stay open; connection is cut when idle; keepalive seconds',
  'request.argumentsBytes': 'how long may arguments be; maximum length of arguments; argument list too long',
  'request.configMkBytes': 'how large may config.mk be',
  'request.idempotencyCharacters': 'how long may an Idempotency-Key be',
  'request.idempotencySeconds': 'how many hours is an Idempotency-Key kept',
  pageSize: 'how many objects does a page of a list hold; page size of lists',
  summaryPageSize: 'largest page of a list; page size with noexpand',
  'trace.variables': 'how many variables can I trace; number of probes',
  'trace.expressionCharacters': 'how long may a traced expression be',
  'trace.elements': 'how many elements of an array can I trace; longest traced range',
  'trace.records':
    'how many traced values does a task keep; values of a loop that are recorded; limit of traced values; trace in a loop of a million passes',
  'build.processorMilliseconds': 'how much CPU time may a build take; compile time limit; my build was killed after one minute',
  'build.wallMilliseconds': 'how long may a build take; time limit of a build; compiler time-out',
  'run.wallMilliseconds':
    'how many minutes may a task run; longest run on the clock; wall time limit of a task; how long can a simulation run; my job is killed after 10 minutes; max runtime; overnight run possible; timeout of a job; longest time that a program may run; is there a limit of the calculation time; how long can a calculation take; longest computation',
  'run.processorMilliseconds': 'how much CPU time may a task use; processor time limit of a run',
  'run.outputBytes':
    'how much may a program print; maximum size of the output; output limit per stream; max stdout size; output truncated; printf too much; why does my output end in the middle; what is the biggest result I can download',
  'run.fileBytes':
    'how much may a program write to files; size of written files; disk space of a run; how large files may a program write; disk quota of one run',
  notices: 'how many notices does a task list',
  'account.preferencesBytes': 'how large may preferences be',
  'session.tokenSeconds': 'how long does a session token live; seconds until a token expires; minutes until login expires',
  'session.refreshSeconds':
    'how long can I stay signed in without doing anything; when must a session be renewed; lifetime of a refresh token; console asks me to sign in again each day',
  'session.perAccount': 'how many sessions may an account have; devices signed in at once',
  'session.perMinute': 'how many logins per minute; rate limit of sign-in',
  'session.passwordCharacters.min':
    'how long must a password be; minimum length of a password; rules for passwords; password requirements; shortest password allowed',
  'session.passwordCharacters.max': 'longest password',
  'session.failures.free': 'how many wrong passwords are allowed; login attempts before waiting',
  'session.failures.mostSeconds': 'how long am I locked out after wrong passwords; longest pause after failed logins',
  'client.requestMilliseconds': 'time-out of the credence client; how long does credence wait for a response; timeouts of the credence CLI',
  'client.poll.maxMilliseconds': 'longest polling pause; how often does credence ask for the status',
  'client.retries': 'how often does credence retry',
  'agents.requestsPerMinute': 'how many MCP requests per minute; rate limit of agents',
  'agents.runMilliseconds': 'how long may an agent run an example',
  'questions.perMinute': 'how many questions may I ask per minute; rate limit of questions',
  'questions.questionCharacters': 'how long may a question be',
  'realtime.keepAliveMilliseconds': 'how often is a websocket keep-alive sent; heartbeat interval',
  'realtime.connections': 'how many websockets may I open; number of realtime connections',
  'realtime.subscriptions': 'how many channels may I subscribe to; subscriptions of a websocket',
  'realtime.framesPerMinute': 'how many websocket messages may I send per minute',
  'realtime.frameBytes': 'largest websocket frame; size of a websocket message',
  'webhooks.urlCharacters': 'how long may the address of a webhook be',
  'webhooks.timeoutMilliseconds': 'how many seconds has my webhook receiver to answer',
  'webhooks.retrySeconds': 'how often is a webhook tried again; attempts of a delivery; pauses between attempts; retry schedule of webhooks',
  'webhooks.deliveriesPerMinute': 'how many webhook deliveries per minute',
  'webhooks.kept': 'how many old deliveries are kept',
  'webhooks.keptSeconds': 'how long is the delivery log kept',
  'webhooks.oldSecretSeconds.default': 'how long does the old webhook secret work after a rotation',
  'webhooks.disableAfterSeconds': 'after how many days is a failing webhook disabled',
  'webhooks.signatureToleranceSeconds': 'how old may the timestamp of a webhook be; clock skew of a webhook',
}

/** By the name of the setting. */
export const ASKED_SETTINGS: Readonly<Record<string, string>> = {
  CREDENCE_HOME:
    'data folder; where does the platform keep its data; move the data to another disk; change the data directory; data path; put data on second disk; change data dir; permission denied on the data folder at the start',
  PORT: 'which port; change the port of the server; port already in use; EADDRINUSE; run on port 80; port 8080 is taken',
  CREDENCE_LISTEN:
    'listen on all interfaces; reach the server from another machine; bind to 0.0.0.0; network interface; LAN access; not reachable from other computer; bind to all interfaces; open to LAN',
  CREDENCE_ORIGIN: 'public URL of the platform; domain name of the server; wrong host in links; set public domain',
  CREDENCE_TRUSTED_PROXIES:
    'tell it about the reverse proxy; X-Forwarded-For is ignored; client addresses behind a load balancer; tell it about load balancer',
  CREDENCE_CONNECTIONS: 'how many open connections does the server accept; raise the connection limit; too many connections error raise',
  CREDENCE_CONNECTIONS_PER_ADDRESS: 'connections per client; connections of one IP address',
  CREDENCE_DOCS:
    'serve documentation that is built already; skip building the documentation; use prebuilt docs; start takes minutes because the documentation is built; start without building the docs',
  CREDENCE_CONSOLE: 'serve a console that is built already',
  CREDENCE_DRAIN_SECONDS: 'how long does a stopping server answer; drain time for the load balancer; graceful shutdown time',
  CREDENCE_WAITING_JOBS: 'limit the length of the queue; how many tasks may wait; queue size',
  CREDENCE_LOG: 'log to standard output; logs in a container; redirect the log; log to stdout for docker; journald',
  CREDENCE_METRICS: 'switch metrics on; port of the metrics',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'switch tracing on; address of the trace collector; jaeger; opentelemetry collector',
  CREDENCE_SEALING_KEYS: 'encryption key for stored secrets; rotate the key for secrets; set the encryption key; rotate encryption key',
  DATABASE_URL:
    'use my own PostgreSQL; external database; connect to another database; managed Postgres; external postgres; which postgres version; RDS; use MySQL or SQLite; connection string; are migrations run automatically; database user and rights',
  CREDENCE_DATABASE_CONNECTIONS: 'size of the connection pool; fewer database connections',
  CREDENCE_S3_ENDPOINT: 'store outputs in S3; object storage instead of the disk',
  CREDENCE_S3_BUCKET: 'which bucket does the platform use',
  CREDENCE_S3_LINKS: 'links to the object store have an internal address; public address of the object store; presigned links point to internal host',
  CREDENCE_PART_BYTES: 'change the part size of uploads',
  CREDENCE_OUTPUT_DAYS:
    'delete old outputs automatically; days that outputs are kept; retention period of outputs; disk fills up with outputs; keep outputs 30 days',
  CREDENCE_ROLE: 'run only a worker; only the API without workers; separate API and worker; separate web and workers; API only node',
  CREDENCE_WORKER_SLOTS:
    'more tasks in parallel on one machine; number of parallel tasks of a worker; how many CPUs does it use; limit the CPU use of the server; more parallel jobs on server; use all cores of machine; limit CPU usage; how many tasks run at once on my server, and how do I change it',
  CREDENCE_WORKER_MEMORY:
    'limit the memory of a worker; how much RAM may programs take on the server; limit RAM for jobs on server; server swaps; server runs out of memory; OOM killer ends the platform; not enough RAM for all jobs',
  CREDENCE_ISOLATION:
    'demand a sandbox level; refuse to run without a sandbox; minimum isolation; force sandbox; require bubblewrap; strongest isolation',
  CREDENCE_GRACE_SECONDS: 'how long may running tasks go on when the platform stops; grace period at shutdown; running jobs at shutdown',
  CREDENCE_ATTEMPTS: 'how often is an interrupted task tried again; attempts of a task; job retried too often; max attempts',
  CREDENCE_BUILD_SECONDS:
    'allow longer builds; raise the compile time limit; compiler needs more time; raise compile timeout; my build was killed after one minute',
  CREDENCE_BUILD_WALL_SECONDS: 'clock limit of a build',
  CREDENCE_TASK_WALL_SECONDS:
    'allow longer tasks; increase timeouts for long simulations; raise the timeout of a task; longer simulation time; raise the time limit of tasks; run for hours; extend the maximum run time; allow 2 hour jobs; extend task time; remove time limit; long simulation on own server; killed after 10 minutes, how can the admin change that; simulations take 3 hours; how do I allow tasks of many hours',
  CREDENCE_TASK_PROCESSOR_SECONDS: 'raise the CPU time limit of tasks',
  CREDENCE_OUTPUT_BYTES: 'allow more output; raise the output limit; program prints gigabytes, how to allow',
  CREDENCE_FILE_BYTES: 'allow larger written files; raise the limit of files that a program writes; bigger files from programs',
  CREDENCE_MOUNTED_BYTES: 'allow more input data; limit of data from data sources; limit of mounted data; data source too large',
  CREDENCE_TRANSFER_SECONDS: 'fetching a bucket takes too long; time limit for copying data; bucket copy timeout',
  CREDENCE_SOURCE_BYTES: 'allow larger source files; limit of the source text; bigger source files allowed',
  CREDENCE_ALLOWED_HOSTS:
    'allow an internal host; reach a private git server; webhook to a private address; allow an intranet address; allow internal gitlab; private network host allowed; intranet bucket',
  CREDENCE_CERTIFICATES:
    'own certificate authority; self-signed certificate; private CA; unable to verify certificate; company CA; certificate verify failed; self-signed git server',
  CREDENCE_GIT_SECONDS: 'git clone takes too long; time limit for fetching a repository; clone timeout',
  CREDENCE_REPOSITORY_BYTES: 'repository is too large; raise the size limit of repositories; repo too big',
  CREDENCE_WEBHOOK_DELIVERIES: 'raise the rate of webhooks',
  CREDENCE_ASK_URL: 'connect a language model; OpenAI-compatible endpoint; local LLM; Ollama; connect ollama or vllm; OpenAI endpoint setting',
  CREDENCE_ASK_MODEL: 'which language model answers; choose the model',
  CREDENCE_ASK_KEY: 'key of the language model',
  CREDENCE_GITHUB_URL: 'GitHub Enterprise; switch GitHub off; other GitHub address; github enterprise',
  CREDENCE_GITHUB_CLIENT_ID: 'register the platform as a GitHub app; id of the OAuth app; log in with github does not appear',
  CREDENCE_FIRST_USERNAME: 'name of the first account; e-mail of the owner; name of first user',
  CREDENCE_FIRST_PLAN: 'plan of the first account',
  CREDENCE_SIGN_UP:
    'let everybody register; close registration; who may sign up; disable sign-up; open registration; forbid sign-up; who can create accounts; public registration; stop strangers from making accounts',
  CREDENCE_SIGN_UP_PLAN: 'plan of new users; default plan',
  CREDENCE_OIDC_ISSUER: 'address of the identity provider; configure single sign-on; SSO settings; keycloak issuer; azure entra id',
  CREDENCE_OIDC_AUDIENCE: 'client id at the identity provider; audience of ID tokens',
  CREDENCE_LOGO_URL: 'our own logo; branding; change the logo; company logo',
  CREDENCE_PLANS:
    'change the limits of plans; raise quotas for everybody; more tasks at a time for all; own plans; custom plans; give users more quota; edit plan limits; limit the number of jobs a user can queue; change the number of parallel tasks of a plan',
}

export const ASKED_PLANS: Partial<Readonly<Record<Plan, string>>> = {
  FreeTier: 'free plan limits; what do I get without paying; how many tasks run at once on the free plan; numbers of the smallest plan',
  DeveloperTier: 'limits of the developer plan',
  AcademicTier: 'limits of the academic plan; university or student account',
  ProTier: 'limits of the pro plan; difference between free and pro in numbers',
  EnterpriseTier: 'limits of the enterprise plan; largest plan; most requests per minute that a plan has',
}

export const ASKED_ERRORS: Partial<Readonly<Record<ErrorName, string>>> = {
  malformedJson:
    'newlines in my source code break the JSON; invalid JSON; JSON parse error; Unexpected token in JSON; single quotes in JSON body; body not JSON',
  missingPathParameter: 'empty shell variable in the URL; double slash in the path',
  malformedField:
    'which field is wrong; invalid parameter; validation error; wrong type of a field; it says malformed field but which; wrong type number vs string; value out of range 400',
  webhookTarget:
    'webhook address refused; private webhook address; localhost webhook; my webhook receiver runs at home and is refused; internal address refused for webhook; http://192.168 address not allowed',
  hardwareOnly: 'cannot run a microSD build; task of a hardware build refused',
  noCompiler: 'Fortran is not supported on this platform; compiler missing on the server; build says no fortran compiler; f90 refused',
  malformedHttp: 'HTTPS sent to an HTTP port; TLS to the plain port',
  unauthorized:
    'my API key does not work; key is rejected; 401 although I send a key; invalid token; not logged in; 401 but my key is right, why; difference between expired and wrong key; 401 Not authorized request; suddenly unauthorized since today; server says I am nobody although I send my key',
  tokenRequired: 'API key is refused for the subscription; needs a sign-in token',
  coreLimit: 'too many cores; cannot create another core',
  repositoryLimit: 'too many repositories; cannot connect another repository',
  tierLimit:
    'quota exceeded; too many unfinished tasks; plan limit; cannot start another task; too many keys; 403 exceed your current tier limits what to do; plan too small',
  storageLimit: 'storage is full; no space left for files; storage quota exceeded; quota for files reached; disk full for my account',
  defaultCore: 'cannot change a default core; cannot delete a core',
  buildNotFound: 'build id unknown; build disappeared',
  buildOutputNotFound: 'no compiler output yet; build output 404',
  taskNotFound: 'task id unknown; task disappeared; task of another user; task id gives 404 although it ran yesterday; job vanished',
  taskOutputNotFound: 'output is missing; output lost from the storage',
  taskOutputDeleted: 'output was deleted after some days; old output is gone; result from last month is gone; outputs deleted by the platform',
  linkNotFound:
    'download link no longer works; link has expired; 404 of a signed link; link from yesterday says wrong or expired; presigned URL does not work any more',
  routeNotFound: 'wrong path; endpoint does not exist; typing error in the URL',
  methodNotAllowed: 'wrong method; GET instead of POST; 405',
  buildActive: 'cannot delete a build that is being compiled; 409 on deleting a build',
  buildTerminated: 'cannot cancel a finished build',
  buildNotCompleted:
    'cannot run a build; start a task before the build is ready; build is not ready; run too early; 409 tasks need a completed build; ran before compile finished',
  taskActive: 'cannot delete a running task',
  taskTerminated: 'cannot cancel a finished task; cancel too late',
  idempotencyMismatch: 'same Idempotency-Key for another request; key was used before',
  idempotencyInFlight: 'first request with this Idempotency-Key is still running',
  signInFailed: 'wrong password; cannot log in; unknown user',
  sessionOver: 'session expired; logged out; refresh token no longer works',
  signUpClosed: 'cannot create an account; registration refused; sign-up is closed; I can not register, it says platform does not let me',
  wrongPassword: 'cannot change my password; current password missing',
  usernameTaken: 'e-mail address already in use; account exists already',
  lastKey: 'cannot delete my only key; delete the last key',
  directoryNotEmpty: 'cannot delete a folder; folder is not empty',
  fileExists: 'file exists already; name is taken',
  requestTooSlow: 'request timed out; slow connection; 408; 408 after 10 seconds; upload slow connection broke',
  upgradeRequired: 'opened the websocket address in a browser; 426',
  headersTooLarge: 'URL too long; query too long; 431; 431 header too large; Ux string in query string too long',
  bodyTooLarge: 'request too large; source too large; 413; my source is 3 MB, too large; request body larger than',
  fileNeedsParts: 'file too large for one upload',
  unsupportedMediaType: 'wrong Content-Type; form data is refused; 415; 415 unsupported media type from curl -d; form-urlencoded',
  encodedBody: 'gzip request body refused; compressed request body 415; Content-Encoding gzip; unsupported content encoding',
  tooManyRequests: 'too many calls; rate limited; slow down; 429',
  internal: 'internal server error; something broke on the server; 500; 500 internal error, whom do I tell; internal error please contact support',
  databaseAway: 'database restarts; database not reachable; 503 database; does a 503 mean my task is lost',
  objectsAway: 'storage not reachable; object store is down',
  overloaded: 'server is overloaded; too much work; submission refused with 503; 503 platform has more work',
  tooManyConnections: 'too many open connections; connection was closed by the server',
  modelUnavailable: 'questions are not answered; language model does not answer',
  githubUnavailable: 'GitHub cannot be reached; no way to GitHub',
}

/** What a status means, whatever the message. */
export const ASKED_STATUSES: Readonly<Record<number, string>> = {
  400: 'what does 400 mean; bad request; why is my request refused as malformed',
  401: 'what does 401 mean; unauthorized; authentication failed',
  403: 'what does 403 mean; forbidden; access denied; difference between 401 and 403; permission denied',
  404: 'what does 404 mean; not found; object of another user; 404 although it exists; is it 403 or 404 for the build of somebody else; someone elses task; permission to read the build of another user',
  405: 'what does 405 mean',
  408: 'what does 408 mean; request timeout',
  409: 'what does 409 mean; conflict; wrong state for this call',
  413: 'what does 413 mean; payload too large',
  415: 'what does 415 mean',
  426: 'what does 426 mean',
  429: 'what does 429 mean; how long must I wait after a 429; which header tells me how long to back off',
  431: 'what does 431 mean',
  500: 'what does 500 mean; server fault',
  503: 'what does 503 mean; service unavailable; is the platform down',
}

/** Of wordings with semicolons between them. */
export const listed = (text: string): string[] => text.split(';').map((each) => each.trim())
/** The first of them, by which a page names the place. */
export const nameOf = (text: string): string => listed(text)[0]!

/** A cell of `table` that is asked for in other words. */
export const askedCell = (asked: string | undefined, content: string | MdxNode): string | MdxNode =>
  asked === undefined
    ? content
    : {
        type: 'mdxJsxTextElement',
        name: 'span',
        attributes: [],
        children: [askedFor(nameOf(asked), 'mdxJsxTextElement'), ...(typeof content === 'string' ? inlines(content) : [content])],
      }
