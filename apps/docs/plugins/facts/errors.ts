// The error catalogue as a reader needs it: what the API says, when, and what to do. Typed by the catalogue: a new error without a row does not compile.
import { ERROR_EXAMPLES, type ErrorName, statusName } from '@credence/contract'
import { askedFor, code, type MdxNode, table, text } from '../mdx/nodes.ts'
import { ASKED_ERRORS, ASKED_STATUSES, askedCell, nameOf } from './asked.ts'

const ADVICE = {
  emptyBody: 'The operation needs a body and got none. Send a JSON object.',
  malformedJson: 'The body is not JSON. Check quotes and commas; the body is UTF-8.',
  jsonTooDeep: 'Arrays and objects stand inside each other without end. No operation needs more than a few levels.',
  repeatedField: 'One object names the field twice, and which of the two is meant cannot be known. Send it once.',
  missingPathParameter: 'A part of the path is empty, often an unset shell variable. The text names it.',
  malformedField: 'The field named in the text is missing, has the wrong type, or is outside of its range. The reference gives the range.',
  fieldTooLarge: 'The field named in the text is longer than the platform takes. Send less.',
  nothingToUpdate: 'The body changes no field that can be changed. Send at least one.',
  webhookUrlAndEvents: 'Send `url` and a list `events` that is not empty.',
  webhookTarget:
    'The address is inside the network of the platform, or its port is not one of those for webhooks. Use a public https address, or ask the operator.',
  githubAuthCodeMissing: 'Send GithubUsername and GithubToken, or GithubAuthCode.',
  recursiveNeedsDirectory: 'Leave `recursive` out for a file, or name a directory.',
  hardwareOnly: 'Choose a core of class C0 or C0Pro for builds that run as tasks.',
  hardwareReference: 'Choose Athens, Zurich or Bypass, or another class: an execution for each draw takes the platform.',
  notAvailable: 'The feature in the text comes with a later release. Pages that concern it carry a box.',
  noCompiler: 'No worker of this platform builds the language. Its operator finds in `GET /health/compiler` what is missing.',
  malformedHttp: 'What arrived is not HTTP. Look for a proxy or a TLS client that speaks something else to the port.',
  unauthorized: 'No credential, or one that is wrong, deleted or over. Check the Authorization header.',
  tokenRequired: 'This operation acts for a person: sign in instead of sending a key.',
  coreLimit: 'Delete a custom core, or ask the operator for a larger plan.',
  repositoryLimit: 'Disconnect a repository, or ask the operator for a larger plan.',
  tierLimit:
    'You have as many keys, drives or webhooks, or unfinished builds and tasks, as your plan allows. Wait, delete some, or ask the operator.',
  storageLimit: 'Delete files, or ask the operator for a larger plan.',
  questionsElsewhere: 'Ask on the documentation site of the platform itself.',
  defaultCore: 'Create a custom core with the fields you want.',
  userNotFound: 'Only your own account can be read. Use the id `me`.',
  coreNotFound: 'No core of yours and no default core has this id. List cores with and without default=true.',
  repositoryNotFound: 'No repository of yours has this id.',
  buildNotFound: 'No build of yours has this id, or it was deleted.',
  buildOutputNotFound: 'The build has not ended, or was cancelled before the compiler spoke. Wait for a final status.',
  binaryNotFound: 'Only builds for class C0-microSD and C0-microSD-plus have a binary.',
  taskNotFound: 'No task of yours has this id, or it was deleted.',
  taskOutputNotFound: 'What the task printed is no longer in the storage of the platform. Run it again, and tell the operator.',
  taskOutputDeleted: 'Run the task again, or ask the operator to keep outputs for longer (CREDENCE_OUTPUT_DAYS).',
  valueNotFound: 'The task traced no value of this id.',
  bucketNotFound: 'No bucket of yours has this id.',
  driveNotFound: 'No drive of yours has this id.',
  keyNotFound: 'No key of yours has this id; list the keys.',
  thingNotFound: 'No thing of yours has this id; or it posts with the key of another thing.',
  topicNotFound: 'The thing has posted no samples under this name.',
  uploadNotFound: 'It was completed, given up or never begun, or nobody asked for it for a week. Begin another one.',
  fileNotFound: 'Nothing is stored at this path.',
  webhookNotFound: 'No webhook of yours has this id.',
  deliveryNotFound: 'The webhook has no delivery of this id; those that ended long ago are forgotten.',
  serviceNotFound: 'GET /health lists the services.',
  customizationNotFound: 'Your account has no customization; show the default.',
  githubNotFound: 'Your account is not connected to GitHub.',
  linkNotFound: 'Ask for a new link: output links are short-lived, and a link must be used as it was given.',
  questionsOff: 'The operator has not given the question mode a model. Read the passages that the site shows.',
  routeNotFound: 'No operation has this path. Check for a typing error.',
  operationLater: 'The operation comes with a later release. The reference marks those that do.',
  methodNotAllowed: 'The path exists with the methods that the text and the Allow header name.',
  buildActive: 'Cancel the build, wait until it has ended, then delete it.',
  buildTerminated: 'There is nothing left to cancel.',
  buildNotCompleted: 'Wait until the build is Completed. If it is Stopped, read its output, correct the program and build again.',
  taskActive: 'Cancel the task, wait until it has ended, then delete it.',
  taskTerminated: 'There is nothing left to cancel.',
  idempotencyMismatch: 'Use a new key for each request; repeat a request with the same body, path and query.',
  idempotencyInFlight: 'The first request is not answered yet. Wait a moment and send it again.',
  webhookDisabled: 'Send `{"status":"active"}` to the webhook, then try again.',
  signInFailed: 'Check name and password, or the key. The response does not say which is wrong, nor whether there is such an account.',
  sessionOver: 'Sign in again. A token that renews a session works once; use the one that came last.',
  signUpClosed: 'The operator makes accounts, or opens sign-up with CREDENCE_SIGN_UP.',
  wrongPassword: 'Send the password in use as CurrentPassword.',
  usernameTaken: 'Each account has an e-mail address of its own, whatever its case. Take another one.',
  lastKey: 'Create another key and keep its text, then delete this one. Keys that are over do not count.',
  directoryNotEmpty: 'Add `recursive=true` to delete what is in it, too.',
  partMissing: 'Ask for the parts, send those that are not stored, then complete the upload again.',
  fileExists: 'Choose another name, or delete what is there.',
  requestTooSlow: 'The body came too slowly or not at all. Check the Content-Length that you send, and the connection.',
  upgradeRequired: 'The path is a websocket. Open it with a client of the realtime channel.',
  headersTooLarge: 'Send a payload in the body: POST /samples instead of a query.',
  bodyTooLarge: 'Send less: bodies are limited, see limits.',
  fileNeedsParts: 'Begin an upload in parts, or let `credence files put` do so.',
  unsupportedMediaType: 'Send the header Content-Type: application/json.',
  encodedBody: 'Send the body without compression, and without the header Content-Encoding.',
  tooManyRequests: 'Wait as many seconds as the Retry-After header says.',
  internal: 'A fault of the platform. Try again later; report the x-request-id of the response if it stays.',
  databaseFailed: 'The database refused a statement. Report the x-request-id.',
  databaseAway: 'The database restarts, or cannot be reached. Try again after the seconds of Retry-After; a submission that was answered is kept.',
  objectsAway: 'The object store restarts, or cannot be reached. Try again after the seconds of Retry-After.',
  overloaded: 'Wait as many seconds as the Retry-After header says, and longer each time. Builds and tasks that were accepted are kept.',
  tooManyConnections:
    'Too many connections of one address, or of all, were open, and this one had waited longest. Use connections again instead of opening new ones.',
  modelUnavailable: 'Ask again later; the site shows passages meanwhile. The operator finds the cause in the log.',
  githubUnavailable: 'The platform has no way to GitHub, or GitHub does not answer. Ask the operator.',
} as const satisfies Record<ErrorName, string>

/** What a status means, whatever the message. */
const MEANING: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or says what cannot be. It does not become right by sending it again.',
  401: 'Nobody is known by the credential of the request, or it has none.',
  403: 'The request is understood and not allowed: your plan, the kind of credential or the operator forbids it.',
  404: 'What the path names does not exist, or is not yours; which of the two, the response does not say.',
  405: 'The path exists, without this method.',
  408: 'The request did not arrive in time.',
  409: 'The request does not fit the state in which its object is: it is active, or has ended, or is taken.',
  413: 'The body is too large.',
  415: 'The body is of a type, or encoded in a way, that the platform does not read.',
  426: 'The path wants another protocol.',
  429: 'Too many requests in too short a time. The header Retry-After says how many seconds to wait.',
  431: 'Path, query or headers are too long.',
  500: 'The platform has a fault.',
  503: 'The platform cannot do it at the moment. The header Retry-After says when to ask again.',
}

/** For each status a heading, what it means, and a table of its messages. */
export function errorTables(): MdxNode[] {
  const rows = Object.entries(ERROR_EXAMPLES).sort(([, a], [, b]) => a.status - b.status)
  for (const [name] of rows) if (!(name in ADVICE)) throw new RangeError(`the error ${name} has no advice`)
  return Array.from(Map.groupBy(rows, ([, { status }]) => status)).flatMap(([status, group]) => [
    { type: 'heading', depth: 3, children: [text(`${status} ${statusName(status)}`)] },
    { type: 'paragraph', children: [...askedForStatus(status), text(meaningOf(status))] },
    table(
      ['message', 'What to do'],
      group.map(([name, { message }]) => [askedCell(ASKED_ERRORS[name as ErrorName], code(message)), ADVICE[name as ErrorName]]),
      [],
      group.map(([name]) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()),
    ),
  ])
}
const askedForStatus = (status: number): MdxNode[] => {
  const asked = ASKED_STATUSES[status]
  return asked === undefined ? [] : [askedFor(nameOf(asked), 'mdxJsxTextElement')]
}

function meaningOf(status: number): string {
  const meaning = MEANING[status]
  if (!meaning) throw new RangeError(`the status ${status} has no meaning`)
  return meaning
}
