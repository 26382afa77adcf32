// Every limit of the API with what it bounds, by topic. A limit without a row, or a topic without a heading, stops the build.
import { LIMITS } from '@credence/contract'
import { type MdxNode, table, text } from '../mdx/nodes.ts'
import { ASKED_LIMITS, askedCell } from './asked.ts'
import { humanly } from './units.ts'

/** Topics in the order of the page, with the names of LIMITS that belong to each. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  Requests: ['request', 'client'],
  'Idempotency-Key': ['request.idempotencyCharacters', 'request.idempotencySeconds'],
  Lists: ['pageSize', 'summaryPageSize', 'variables', 'account.events', 'files.pageSize', 'uploads.pageSize'],
  'Builds and runs': ['build', 'run', 'job', 'request.argumentsBytes', 'request.configMkBytes', 'dataSources', 'notices', 'executions'],
  'Outputs and links': ['output', 'links'],
  'Samples and traced values': ['samples', 'trace'],
  Cores: ['core'],
  'Sign-in and accounts': ['session', 'account'],
  'Files and things': ['files', 'uploads', 'things'],
  'Realtime channel': ['realtime'],
  Webhooks: ['webhooks'],
  'Agents and questions': ['agents', 'questions'],
}

const MEANING: Readonly<Record<string, [meaning: string, unit: string]>> = {
  'samples.min': ['number of samples in one answer, at least', ''],
  'samples.default': ['number of samples in one answer, unless you say', ''],
  'samples.max': ['number of samples in one answer, at most', ''],
  'core.name.minLength': ['length of the name of a core, at least', 'characters'],
  'core.name.maxLength': ['length of the name of a core, at most', 'characters'],
  'core.precision.min': ['Precision of a core, at least', ''],
  'core.precision.max': ['Precision of a Reference core, at most', ''],
  'core.precision.trackingMax': ['Precision of an Athens or Zurich core, at most', ''],
  'core.memorySize.min': ['MemorySize of a core, at least', 'bytes'],
  'core.memorySize.max': ['MemorySize of a core, at most', 'bytes'],
  'core.stack.bytes': ['stack of a program, where the core has neither little nor much memory', 'bytes'],
  'core.stack.small': ['with little memory: the stack is the memory divided by', ''],
  'core.stack.large': ['with much memory: the stack is the memory divided by', ''],
  'job.nameCharacters': ['name of a build or task, at most', 'characters'],
  'dataSources.max': ['data sources of a request, at most', ''],
  'dataSources.files': ['objects of a bucket that a task sees, at most', ''],
  'files.pathBytes': ['path in your storage, at most', 'bytes'],
  'files.nameBytes': ['name of a file or directory, at most', 'bytes'],
  'files.depth': ['directories inside each other, at most', ''],
  'files.pageSize': ['entries of a directory in one answer', ''],
  'uploads.onceBytes': ['file that is sent by one link, at most', 'bytes'],
  'uploads.partBytes': ['part of a file that is sent in parts, unless the operator sets another or it would have too many', 'bytes'],
  'uploads.parts': ['parts of a file, at most', ''],
  'uploads.fileBytes': ['file that is sent in parts, at most', 'bytes'],
  'uploads.pageSize': ['parts of an upload on a page', ''],
  'uploads.idleSeconds': ['time after which an upload in parts is given up when nobody asks for it', 's'],
  'things.topics': ['topics of a thing, at most', ''],
  'things.samplesPerTopic': ['samples of a topic that are kept, the latest', ''],
  'things.samplesPerRequest': ['samples of a thing in one request, at most', ''],
  'things.requestsPerMinute': ['requests of a thing in a minute, at most', ''],
  'things.nameCharacters': ['name of a thing, at most', 'characters'],
  'things.topicCharacters': ['name of a topic, at most', 'characters'],
  'links.outputSeconds': ['life of a link to an output or file', 's'],
  'links.plotSeconds': ['life of a link to a plot', 's'],
  'output.redirectBytes': ['output of a task above which GET …/output/… redirects', 'bytes'],
  'request.bodyBytes': ['body of a request, at most', 'bytes'],
  'request.headerBytes': ['address and headers of a request, at most', 'bytes'],
  'request.jsonDepth': ['arrays and objects inside each other in a JSON body, at most', ''],
  'request.headersMilliseconds': ['time for the headers of a request to arrive', 'ms'],
  'request.bodyMilliseconds': ['time for the body of a request to arrive', 'ms'],
  'request.milliseconds': ['time for an upload to a link to arrive', 'ms'],
  'request.restMilliseconds': ['time for the rest of a request that was answered before it was complete', 'ms'],
  'request.silenceMilliseconds': ['silence after which a connection is closed', 'ms'],
  'request.retryAfterSeconds': ['Retry-After of the answer while the database is away', 's'],
  'request.overloadedSeconds': ['Retry-After of the answer while there is more work than the platform can take', 's'],
  'request.argumentsBytes': ['Arguments of a build or task, at most', 'bytes'],
  pageSize: ['objects on one page of a list', ''],
  'variables.pageSize': ['variables of a build on one page', ''],
  'trace.variables': ['trace variables of a build', ''],
  'trace.expressionCharacters': ['characters of a traced expression', ''],
  'trace.elements': ['elements of a traced range', ''],
  'trace.records': ['records of traced values of a task', ''],
  'trace.characters': ['characters of the traced values of a task, as Ux strings', ''],
  'trace.outcomes.each': ['executions of a Reference core whose numbers are kept, for a traced value', ''],
  'trace.outcomes.all': ['numbers of executions that are kept, for all traced values of a task together', ''],
  'executions.numbers': ['numbers of a task on a Reference core whose mean and spread are told', ''],
  'build.processorMilliseconds': ['processor time of a build, unless the operator sets another', 'ms'],
  'build.wallMilliseconds': ['time of a build on the clock, unless the operator sets another', 'ms'],
  'run.wallMilliseconds': ['time of a run on the clock, unless the operator sets another', 'ms'],
  'run.processorMilliseconds': ['processor time of a run, unless the operator sets another', 'ms'],
  'run.outputBytes': ['output of a run per stream, unless the operator sets another', 'bytes'],
  'run.fileBytes': ['all files that a run writes, unless the operator sets another', 'bytes'],
  notices: ['places that the figures of a task list', ''],
  'account.usernameCharacters': ['name of an account, at most', 'characters'],
  'account.preferencesBytes': ['all preferences of an account together, as JSON', 'bytes'],
  'account.events.default': ['events of the log of an account in one answer, unless you say', ''],
  'account.events.max': ['events of the log of an account in one answer, at most', ''],
  'request.configMkBytes': ['config.mk of a build of source code, at most', 'bytes'],
  'request.idempotencyCharacters': ['Idempotency-Key, at most', 'characters'],
  'request.idempotencySeconds': ['time that an answer is kept under its Idempotency-Key', 's'],
  summaryPageSize: ['objects on a page with `noexpand=true`, at most', ''],
  'session.tokenSeconds': ['life of the token of a session', 's'],
  'session.refreshSeconds': ['time in which a session must be renewed', 's'],
  'session.reuseSeconds': ['time in which a token that renewed a session serves once more', 's'],
  'session.perAccount': ['sessions of an account; older ones end', ''],
  'session.perMinute': ['sign-ups and sign-ins of a network per minute', ''],
  'session.passwordCharacters.min': ['password, at least', 'characters'],
  'session.passwordCharacters.max': ['password, at most', 'characters'],
  'session.failures.free': ['wrong passwords for a name from one network before it has to wait', ''],
  'session.failures.firstSeconds': ['first pause after them; it doubles with each further one', 's'],
  'session.failures.mostSeconds': ['longest such pause', 's'],
  'session.failures.forgetSeconds': ['time after which wrong passwords are forgotten', 's'],
  'client.requestMilliseconds': ['patience of our clients with a request', 'ms'],
  'client.downloadMilliseconds': ['patience of our clients with a download', 'ms'],
  'client.poll.firstMilliseconds': ['first pause of our clients between two questions for a status', 'ms'],
  'client.poll.growth': ['growth of that pause from one question to the next', 'times'],
  'client.poll.maxMilliseconds': ['longest pause between two questions', 'ms'],
  'client.safetyPollMilliseconds': ['pause between two questions for a status beside the realtime channel', 'ms'],
  'client.retries': ['times that our clients ask again when a GET was put off', ''],
  'agents.requestsPerMinute': ['requests of an address to /mcp per minute', ''],
  'agents.requestBytes': ['body of a request to /mcp, at most', 'bytes'],
  'agents.queryCharacters': ['query of search_docs, at most', 'characters'],
  'agents.addressCharacters': ['name of a page, operation or example for an agent tool, at most', 'characters'],
  'agents.sourceCharacters': ['edited program for run_example, at most', 'characters'],
  'agents.results.default': ['results of search_docs, unless you say', ''],
  'agents.results.max': ['results of search_docs, at most', ''],
  'agents.runMilliseconds': ['time for run_example, from build to result', 'ms'],
  'agents.outputBytes': ['output that run_example reads', 'bytes'],
  'agents.outputCharacters': ['output that run_example tells, distributions left out', 'characters'],
  'agents.values': ['distributions that run_example tells', ''],
  'questions.perMinute': ['questions of an address per minute, where a model answers', ''],
  'questions.atOnce': ['answers of a model at the same time', ''],
  'questions.requestBytes': ['body of a question, at most', 'bytes'],
  'questions.messages': ['messages of a question, at most', ''],
  'questions.questionCharacters': ['length of a question, at most', 'characters'],
  'questions.passages': ['passages that a model is given', ''],
  'questions.answerCharacters': ['length of an answer, at most', 'characters'],
  'questions.beginMilliseconds': ['time for a model to begin its answer', 'ms'],
  'questions.answerMilliseconds': ['time for a whole answer', 'ms'],
  'realtime.connectionTimeoutMilliseconds': ['silence after which a realtime client may reconnect', 'ms'],
  'realtime.keepAliveMilliseconds': ['time between two keep-alive frames', 'ms'],
  'realtime.initMilliseconds': ['time for a realtime client to send connection_init', 'ms'],
  'realtime.connections': ['realtime connections of an account, on each process of the API', ''],
  'realtime.subscriptions': ['subscriptions of a realtime connection', ''],
  'realtime.framesPerMinute': ['frames that a realtime connection sends per minute', ''],
  'realtime.frameBytes': ['length of a frame that a realtime client sends', 'bytes'],
  'realtime.unreadBytes': ['what may wait for a realtime client that reads slowly', 'bytes'],
  'realtime.credentialMilliseconds': ['time after which a realtime connection ends whose credential was revoked', 'ms'],
  'realtime.reconnectMilliseconds.first': ['pause of credence watch before it connects again', 'ms'],
  'realtime.reconnectMilliseconds.most': ['the same, when it fails again and again', 'ms'],
  'webhooks.urlCharacters': ['address of a webhook, at most', 'characters'],
  'webhooks.descriptionCharacters': ['description of a webhook, at most', 'characters'],
  'webhooks.timeoutMilliseconds': ['time for the answer to a delivery', 'ms'],
  'webhooks.retrySeconds': ['pauses before the attempts after the first', 's'],
  'webhooks.retrySpread': ['random part of each pause, at most', ''],
  'webhooks.retryAfterSeconds': ['longest Retry-After of a receiver that is heeded', 's'],
  'webhooks.deliveriesPerMinute': ['deliveries per minute and webhook, unless the operator sets another', ''],
  'webhooks.atOnce': ['deliveries at the same time to one webhook', ''],
  'webhooks.waitingMinutes': ['deliveries that may wait for a webhook, as minutes at that rate', 'min'],
  'webhooks.kept': ['deliveries that have ended and are kept, of one webhook', ''],
  'webhooks.keptSeconds': ['time that they are kept', 's'],
  'webhooks.attemptsKept': ['attempts that a delivery lists', ''],
  'webhooks.oldSecretSeconds.default': ['time that the old secret still signs after a rotation, unless you say', 's'],
  'webhooks.oldSecretSeconds.max': ['that time, at most', 's'],
  'webhooks.disableAfterSeconds': ['time of nothing but failures after which a webhook is disabled', 's'],
  'webhooks.signatureToleranceSeconds': ['age of a timestamp that a receiver accepts', 's'],
}

/** Every leaf of LIMITS, with a dot between the names. */
export function limitPaths(node: unknown = LIMITS, path = ''): string[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [path]
  return Object.entries(node).flatMap(([name, below]) => limitPaths(below, path ? `${path}.${name}` : name))
}

/** A heading and a table for each topic. */
export function limitTables(): MdxNode[] {
  const topicOf = (path: string) => {
    const named = Object.entries(TOPICS).flatMap(([topic, names]) => names.map((name) => ({ topic, name })))
    const owners = named.filter(({ name }) => path === name || path.startsWith(`${name}.`)).sort((a, b) => b.name.length - a.name.length)
    if (!owners[0]) throw new RangeError(`the limit ${path} belongs to no topic`)
    return owners[0].topic
  }
  const byTopic = Map.groupBy(limitPaths(), topicOf)
  return Object.keys(TOPICS).flatMap((topic) => [
    { type: 'heading', depth: 3, children: [text(topic)] },
    table(['What', 'Limit'], (byTopic.get(topic) ?? []).map(limitRow), [1]),
  ])
}

function limitRow(path: string): [string | MdxNode, string | MdxNode] {
  const meaning = MEANING[path]
  if (!meaning) throw new RangeError(`the limit ${path} has no meaning`)
  const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], LIMITS)
  const figures = (Array.isArray(value) ? value : [value]).map((each) => humanly(each as number, meaning[1]))
  return [askedCell(ASKED_LIMITS[path], meaning[0]), figures.length > 1 ? several(figures) : figures.join(', ')]
}

/** They may stand below each other on a phone, where one number does not leave its unit. */
const several = (figures: readonly string[]): MdxNode => ({
  type: 'mdxJsxTextElement',
  name: 'span',
  attributes: [{ type: 'mdxJsxAttribute', name: 'className', value: 'several' }],
  children: [text(figures.join(', '))],
})
