// Every limit of the API with what it bounds. A limit without a row stops the build.
import { LIMITS } from '@credence/contract'
import { grouped, type MdxNode, table } from '../mdx/nodes.ts'

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
  'dataSources.max': ['data sources of a request, at most', ''],
  'links.outputSeconds': ['life of a link to an output or file', 's'],
  'links.plotSeconds': ['life of a link to a plot', 's'],
  'output.redirectBytes': ['output of a task above which GET …/output/… redirects', 'bytes'],
  'request.bodyBytes': ['body of a request, at most', 'bytes'],
  'request.headerBytes': ['address and headers of a request, at most', 'bytes'],
  'request.jsonDepth': ['arrays and objects inside each other in a JSON body, at most', ''],
  'request.headersMilliseconds': ['time for the headers of a request to arrive', 'ms'],
  'request.bodyMilliseconds': ['time for the body of a request to arrive', 'ms'],
  'request.milliseconds': ['time for an upload to a link to arrive', 'ms'],
  'request.silenceMilliseconds': ['silence after which a connection is closed', 'ms'],
  'request.retryAfterSeconds': ['Retry-After of the answer while the database is away', 's'],
  'request.argumentsBytes': ['Arguments of a build or task, at most', 'bytes'],
  pageSize: ['objects on one page of a list', ''],
  'variables.pageSize': ['variables of a build on one page', ''],
  'trace.variables': ['trace variables of a build', ''],
  'trace.expressionCharacters': ['characters of a traced expression', ''],
  'trace.elements': ['elements of a traced range', ''],
  'trace.records': ['records of traced values of a task', ''],
  'trace.characters': ['characters of the traced values of a task, as Ux strings', ''],
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
  'session.reuseSeconds': ['time in which two tabs may renew a session with the same token', 's'],
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
  'webhooks.timeoutMilliseconds': ['time for the answer to a delivery', 'ms'],
  'webhooks.retrySeconds': ['pauses before the attempts after the first', 's'],
  'webhooks.retrySpread': ['random part of each pause, at most', ''],
  'webhooks.deliveriesPerMinute': ['deliveries per minute and webhook', ''],
  'webhooks.disableAfterSeconds': ['time of nothing but failures after which a webhook is disabled', 's'],
  'webhooks.signatureToleranceSeconds': ['age of a timestamp that a receiver accepts', 's'],
}

/** Every leaf of LIMITS, with a dot between the names. */
export function limitPaths(node: unknown = LIMITS, path = ''): string[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [path]
  return Object.entries(node).flatMap(([name, below]) => limitPaths(below, path ? `${path}.${name}` : name))
}

export function limitTable(): MdxNode {
  const rows = limitPaths().map((path) => {
    const meaning = MEANING[path]
    if (!meaning) throw new RangeError(`the limit ${path} has no meaning`)
    const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], LIMITS)
    const figures = (Array.isArray(value) ? value : [value]).map((each) => grouped(each as number)).join(', ')
    return [meaning[0], meaning[1] ? `${figures} ${meaning[1]}` : figures]
  })
  return table(['What', 'Limit'], rows, [1])
}
