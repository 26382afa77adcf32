// The error catalogue as a reader needs it: what the API says, when, and what to do. Typed by the catalogue: a new error without a row does not compile.
import { ERROR_EXAMPLES, type ErrorName, statusName } from '@credence/contract'
import { code, type MdxNode, table, text } from '../mdx/nodes.ts'

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
  githubAuthCodeMissing: 'Send GithubUsername and GithubToken, or GithubAuthCode.',
  recursiveNeedsDirectory: 'Leave `recursive` out for a file, or name a directory.',
  hardwareOnly: 'Choose a core of class C0 or C0Pro for builds that run as tasks.',
  notAvailable: 'The feature in the text comes with a later release. Pages that concern it carry a box.',
  malformedHttp: 'What arrived is not HTTP. Look for a proxy or a TLS client that speaks something else to the port.',
  unauthorized: 'No credential, or one that is wrong, deleted or over. Check the Authorization header.',
  tokenRequired: 'This operation acts for a person: sign in instead of sending a key.',
  coreLimit: 'Delete a custom core, or ask the operator for a larger plan.',
  repositoryLimit: 'Disconnect a repository, or ask the operator for a larger plan.',
  tierLimit: 'You have as many keys, or unfinished builds and tasks, as your plan allows. Wait, delete some, or ask the operator.',
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
  valueNotFound: 'The task traced no value of this id.',
  bucketNotFound: 'No bucket of yours has this id.',
  driveNotFound: 'No drive of yours has this id.',
  keyNotFound: 'No key of yours has this id; list the keys.',
  thingNotFound: 'No thing of yours has this id.',
  fileNotFound: 'Nothing is stored at this path.',
  webhookNotFound: 'No webhook of yours has this id.',
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
  usernameTaken: 'Each account has an e-mail address of its own, whatever its case. Take another one.',
  lastKey: 'Create another key and keep its text, then delete this one. Keys that are over do not count.',
  fileExists: 'Choose another name, or delete what is there.',
  requestTooSlow: 'The body came too slowly or not at all. Check the Content-Length that you send, and the connection.',
  headersTooLarge: 'Send a payload in the body: POST /samples instead of a query.',
  bodyTooLarge: 'Send less: bodies are limited, see limits.',
  unsupportedMediaType: 'Send the header Content-Type: application/json.',
  tooManyRequests: 'Wait as many seconds as the Retry-After header says.',
  internal: 'A fault of the platform. Try again later; report the x-request-id of the answer if it stays.',
  databaseFailed: 'The database refused a statement. Report the x-request-id.',
  databaseAway: 'The database restarts, or cannot be reached. Try again after the seconds of Retry-After; a submission that was answered is kept.',
  tooManyConnections:
    'Too many connections of one address, or of all, were open, and this one had waited longest. Use connections again instead of opening new ones.',
  modelUnavailable: 'Ask again later; the site shows passages meanwhile. The operator finds the cause in the log.',
  githubUnavailable: 'The platform has no way to GitHub, or GitHub does not answer. Ask the operator.',
} as const satisfies Record<ErrorName, string>

/** A heading and a table for each status. */
export function errorTables(): MdxNode[] {
  const rows = Object.entries(ERROR_EXAMPLES).sort(([, a], [, b]) => a.status - b.status)
  for (const [name] of rows) if (!(name in ADVICE)) throw new RangeError(`the error ${name} has no advice`)
  return Array.from(Map.groupBy(rows, ([, { status }]) => status)).flatMap(([status, group]) => [
    { type: 'heading', depth: 3, children: [text(`${status} ${statusName(status)}`)] },
    table(
      ['message', 'What to do'],
      group.map(([name, { message }]) => [code(message), ADVICE[name as ErrorName]]),
    ),
  ])
}
