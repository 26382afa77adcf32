// What people keep on the platform: repositories, files, buckets, drives, cores, sessions; variables and traced values of real programs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Report } from '../check.ts'
import type { Answer, Platform } from '../platform.ts'

const NOWHERE = '0'.repeat(32)

export async function resources(platform: Platform, report: Report): Promise<void> {
  const said = (answer: Answer) => `${answer.status} ${answer.text.slice(0, 200)}`
  /** Sends it, and holds the answer to a status and, of an error, its message. */
  const ask = async (call: string, body: unknown, status: number, message?: string, headers?: Record<string, string>): Promise<Answer> => {
    const [method, path] = call.split(' ') as [string, string]
    const answer = await platform.call(method, path, { body, ...(headers && { headers }) })
    const holds = answer.status === status && (message === undefined || answer.json.message === message)
    report.check(`${call} → ${status}${message === undefined ? '' : ` ${message}`}`, said(answer), holds)
    return answer
  }
  await repositories(platform, report, ask)
  await cores(report, ask)
  await buckets(platform, report, ask)
  await drives(ask)
  await things(ask)
  await binary(platform, report, ask)
  await webhooks(platform, report, ask)
  await files(platform, report, ask)
  await traced(platform, report, ask)
  await sessions(report, ask)
}
type Ask = (call: string, body: unknown, status: number, message?: string, headers?: Record<string, string>) => Promise<Answer>

async function repositories(platform: Platform, report: Report, ask: Ask): Promise<void> {
  const given = { RemoteURL: 'https://127.0.0.1:8443/owner/name', Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' }
  await ask('POST /repositories', undefined, 400, 'Empty request body')
  for (const field of Object.keys(given)) {
    const { [field as keyof typeof given]: _, ...rest } = given
    await ask('POST /repositories', rest, 400, `Missing or malformed '${field}' field`)
  }
  await ask('POST /repositories', { ...given, RemoteURL: 'file:///etc/passwd' }, 400, "Missing or malformed 'RemoteURL' field")
  const { json } = await ask('POST /repositories', given, 201)
  const path = `/repositories/${json.RepositoryID}`
  await ask(`GET ${path}`, undefined, 200)
  await ask(`PATCH ${path}`, { Branch: 'main' }, 400, 'Nothing to update')
  const changed = await ask(`PATCH ${path}`, { Branch: 'develop' }, 200)
  report.check('an update shows', changed.json.Branch, changed.json.Branch === 'develop')
  const list = await ask('GET /repositories', undefined, 200)
  report.check(
    'the list counts them',
    list.json.Count,
    list.json.Count === (list.json.Repositories as unknown[]).length && Number(list.json.Count) > 0,
  )
  await ask(`GET /repositories/lookup?remoteURL=${encodeURIComponent(given.RemoteURL)}`, undefined, 200)
  const build = await ask(`POST ${path}/builds`, {}, 202)
  const ended = await platform.end(`/builds/${build.json.BuildID}`)
  const { json: links } = await platform.call('GET', `/builds/${build.json.BuildID}/outputs`)
  const output = await (await fetch(String(links.Build))).text()
  report.check('a repository at an address of this machine is not fetched', output, ended.Status === 'Stopped' && output.includes('may not reach'))
  await ask(`GET ${path}/builds`, undefined, 200)
  await ask(`POST /repositories/rep_${NOWHERE}/builds`, {}, 404, 'Repository not found')
  await ask(`DELETE ${path}`, undefined, 204)
  await ask(`GET ${path}`, undefined, 404, 'Repository not found')
}

async function cores(report: Report, ask: Ask): Promise<void> {
  const given = {
    Name: 'mine',
    Class: 'C0',
    Microarchitecture: 'Athens',
    CorrelationTracking: 'autocorrelation',
    MemorySize: 32_000_000,
    Precision: 64,
  }
  for (const field of Object.keys(given)) {
    const { [field as keyof typeof given]: _, ...rest } = given
    await ask('POST /cores', rest, 400, `Missing or malformed '${field}' field`)
  }
  await ask('POST /cores', { ...given, Precision: 8001 }, 400, `Missing or malformed 'Precision' field: at most 8000 on ${given.Microarchitecture}`)
  const repeated = { 'idempotency-key': 'once' }
  const first = await ask('POST /cores', given, 201, undefined, repeated)
  const second = await ask('POST /cores', given, 201, undefined, repeated)
  report.check('a POST that is repeated under its key does its work once', second.json.CoreID, first.json.CoreID === second.json.CoreID)
  await ask('POST /cores', { ...given, Name: 'other' }, 400, 'This Idempotency-Key was used for another request', repeated)
  const path = `/cores/${first.json.CoreID}`
  await ask(`PATCH ${path}`, { Name: 'mine' }, 400, 'Nothing to update')
  const { json } = await ask(`PATCH ${path}`, { Name: 'ours' }, 200)
  report.check('PATCH of a core answers OK', json.message, json.message === 'OK')
  await ask(`GET ${path}`, undefined, 200)
  await ask(`DELETE ${path}`, undefined, 200)
  await ask(`GET ${path}`, undefined, 404, 'Core not found')
}

async function buckets(platform: Platform, report: Report, ask: Ask): Promise<void> {
  const given = { Name: 'measurements', Account: '123456789012' }
  const secret = { AccessKeyID: 'AKIAIOSFODNN7EXAMPLE', SecretAccessKey: 'wJalrXUtnFEMI' }
  await ask('POST /buckets', undefined, 400, 'Empty request body')
  for (const field of Object.keys(given)) {
    const { [field as keyof typeof given]: _, ...rest } = given
    await ask('POST /buckets', rest, 400, `Missing or malformed '${field}' field`)
  }
  for (const Endpoint of ['https://127.0.0.1', 'https://169.254.169.254', 'http://s3.example'])
    await ask('POST /buckets', { ...given, Endpoint }, 400, "Missing or malformed 'Endpoint' field")
  await ask('POST /buckets', { ...given, AccessKeyID: 'alone' }, 400, "Missing or malformed 'SecretAccessKey' field")
  const made = await ask('POST /buckets', { ...given, ...secret }, 201)
  const path = `/buckets/${made.json.BucketID}`
  const got = await ask(`GET ${path}`, undefined, 200)
  const shown = [made, got].filter(({ text }) => Object.values(secret).some((word) => text.includes(word)))
  report.check('the key of a bucket is never shown', shown, shown.length === 0 && got.json.HasCredentials === true)
  const list = await ask('GET /buckets', undefined, 200)
  report.check('the list of buckets counts them', list.json, list.json.bucket_count === (list.json.bucket_ids as unknown[]).length)
  await ask(`PATCH ${path}`, { Read: true }, 400, 'Nothing to update')
  await ask(`PATCH ${path}`, { Write: true }, 200)
  await ask(`DELETE ${path}`, undefined, 200)
  await ask(`GET ${path}`, undefined, 404, 'Bucket not found')
  const build = await platform.call('POST', '/sourcecode/builds', { body: { Code: 'int main(void) { return 0; }', Language: 'C' } })
  await platform.end(`/builds/${build.json.BuildID}`)
  const DataSources = [{ Location: 'store', ResourceID: made.json.BucketID, ResourceType: 'Bucket' }]
  const task = await ask(`POST /builds/${build.json.BuildID}/tasks`, { DataSources }, 202)
  const ended = await platform.end(`/tasks/${task.json.TaskID}`)
  const message = JSON.stringify(ended.StatusTransitions)
  const named = "the data source 'store' cannot be reached: Bucket not found"
  report.check('a task whose bucket is gone ends before it starts, and says which', message, ended.Status === 'Stopped' && message.includes(named))
}

async function drives(ask: Ask): Promise<void> {
  const { json: user } = await ask('GET /users/me', undefined, 200)
  const source = { Location: 'data', ResourceID: `credence-cloud-storage:/${user.UserID}/set1`, ResourceType: 'CredenceCloudStorage' }
  await ask('POST /drives', undefined, 400, 'Empty request body')
  await ask('POST /drives', { Name: 'field' }, 400, "Missing or malformed 'DataSources' field")
  await ask('POST /drives', { DataSources: [source] }, 400, "Missing or malformed 'Name' field")
  const { json } = await ask('POST /drives', { Name: 'field', DataSources: [source] }, 201)
  await ask('GET /drives', undefined, 200)
  await ask(`GET /drives/${json.DriveID}`, undefined, 200)
  await ask(`PATCH /drives/${json.DriveID}`, { Name: 'field data' }, 200)
  await ask(`DELETE /drives/${json.DriveID}`, undefined, 200)
  await ask(`GET /drives/${json.DriveID}`, undefined, 404, 'Drive not found')
}

async function binary(platform: Platform, report: Report, ask: Ask): Promise<void> {
  const { json: list } = await ask('GET /cores?default=true', undefined, 200)
  const core = (list.Cores as { Name: string; CoreID: string }[]).find(({ Name }) => Name === 'C0-microSD-plus-S+')
  const Code = '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%f\\n", UxHwDoubleGaussDist(1, 2)); }'
  const { json } = await ask('POST /sourcecode/builds', { Code, Language: 'C', CoreID: core?.CoreID }, 202)
  await platform.end(`/builds/${json.BuildID}`)
  const { json: link } = await ask(`GET /builds/${json.BuildID}/binary`, undefined, 200)
  const archive = new Uint8Array(await (await fetch(String(link.url))).arrayBuffer())
  report.check('the binary of a build for hardware is compressed', archive.length, archive[0] === 0x1f && archive[1] === 0x8b)
  const other = await ask('POST /sourcecode/builds', { Code, Language: 'C' }, 202)
  await platform.end(`/builds/${other.json.BuildID}`)
  await ask(`GET /builds/${other.json.BuildID}/binary`, undefined, 404, 'Binary not found')
}

async function things(ask: Ask): Promise<void> {
  await ask('POST /things', undefined, 400, 'Empty request body')
  await ask('POST /things', { Name: '' }, 400, "Missing or malformed 'Name' field")
  const { json } = await ask('POST /things', { Name: 'sensor' }, 201)
  const path = `/things/${json.ThingID}`
  const samples = `${path}/topics/temperature/samples`
  const own = { authorization: String(json.Key) }
  await ask(`POST ${samples}`, { Samples: [{ Value: 21.5 }] }, 401, 'Not authorized request.')
  await ask(`POST ${samples}`, { Samples: [{ Value: 21.5 }] }, 201, undefined, own)
  await ask(`POST ${samples}`, { Samples: [{ Value: 'warm' }] }, 400, "Missing or malformed 'Value' field", own)
  await ask(`POST ${path}/topics/.x/samples`, { Samples: [{ Value: 1 }] }, 400, "Missing or malformed 'Topic' field", own)
  await ask(`POST /things/thg_${NOWHERE}/topics/x/samples`, { Samples: [{ Value: 1 }] }, 404, 'Thing not found', own)
  await ask('GET /things', undefined, 401, 'Not authorized request.', own)
  for (const one of ['/things', path, samples, `${path}/files`]) await ask(`GET ${one}`, undefined, 200)
  await ask(`GET ${path}/topics/pressure/samples`, undefined, 404, 'Topic not found')
  await ask(`PATCH ${path}`, { Name: 'roof' }, 200)
  await ask(`PATCH ${path}`, { Name: 'roof' }, 400, 'Nothing to update')
  await ask(`POST ${path}/key`, undefined, 201)
  await ask(`POST ${samples}`, { Samples: [{ Value: 1 }] }, 401, 'Not authorized request.', own)
  await ask(`DELETE ${path}/key`, undefined, 200)
  await ask(`DELETE ${path}/key`, undefined, 404, 'Key not found')
  await ask(`DELETE ${path}/topics/temperature`, undefined, 200)
  await ask(`DELETE ${path}`, undefined, 200)
  await ask(`GET ${path}`, undefined, 404, 'Thing not found')
}

async function webhooks(platform: Platform, report: Report, ask: Ask): Promise<void> {
  const received: { headers: Record<string, string>; body: string }[] = []
  const answers = [500]
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers as Record<string, string>, body })
    response.writeHead(answers.shift() ?? 204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const given = { url: `http://localhost:${port}/hook`, events: ['task-status', 'task-count'] }
  const needed = 'URL and at least one event are required'
  await ask('POST /webhooks', undefined, 400, 'Empty request body')
  await ask('POST /webhooks', { events: given.events }, 400, needed)
  await ask('POST /webhooks', { url: given.url }, 400, needed)
  await ask('POST /webhooks', { ...given, events: [] }, 400, needed)
  await ask(
    'POST /webhooks',
    { ...given, events: ['user-metadata'] },
    400,
    "Missing or malformed 'events' field: one of task-status, build-status, task-stats, build-stats, task-count, build-count",
  )
  await ask('POST /webhooks', { ...given, url: 'ftp://example.com' }, 400, "Missing or malformed 'url' field")
  await ask('POST /webhooks', { ...given, url: `http://127.0.0.1:${port}/` }, 400, `This platform sends nothing to 127.0.0.1:${port}`)
  const { json: made } = await ask('POST /webhooks', given, 201)
  const path = `/webhooks/${made.webhookId}`
  const { json: list } = await ask('GET /webhooks', undefined, 200)
  report.check(
    'the list counts them, without secrets',
    list,
    list.count === (list.webhooks as unknown[]).length && !('Secret' in (list.webhooks as object[])[0]!),
  )
  const verifier = new Webhook(String(made.secret))
  const arrived = async (count: number): Promise<boolean> => {
    for (const end = Date.now() + 120_000; received.length < count && Date.now() < end; await sleep(20));
    return received.length === count && received.every(({ headers, body }) => verifier.verify(body, headers) !== undefined)
  }
  await ask(`POST ${path}/test`, {}, 202)
  report.check('a test event arrives, and again after its failure', received.length, await arrived(2))
  const { json: log } = await ask(`GET ${path}/deliveries`, undefined, 200)
  const [first] = log.Deliveries as { DeliveryID: string; Attempts: { HTTPStatus: number }[] }[]
  const statuses = first?.Attempts.map(({ HTTPStatus }) => HTTPStatus)
  report.check('its delivery lists both attempts', statuses, statuses?.join() === '500,204')
  await ask(`POST ${path}/deliveries/${first?.DeliveryID}/redeliver`, undefined, 202)
  report.check(
    'it arrives once more under its id',
    received.length,
    (await arrived(3)) && new Set(received.map(({ headers }) => headers['webhook-id'])).size === 1,
  )
  await platform.run('int main(void) { return 0; }')
  report.check('four statuses and the count of a task arrive, signed', received.length, await arrived(8))
  await ask(`POST ${path}/rotate-secret`, { oldSecretSeconds: 0 }, 200)
  const { json: stood } = await ask(`PUT ${path}`, { status: 'disabled' }, 200)
  report.check('the last delivery is told', stood, stood.LastDeliveryStatus === 'success' && stood.FailureCount === 0 && stood.Status === 'disabled')
  await ask(`POST ${path}/test`, {}, 409, 'The webhook is disabled. Set its status to active first.')
  await ask(`PUT ${path}`, {}, 400, 'Nothing to update')
  await ask(`DELETE ${path}`, undefined, 204)
  await ask(`GET ${path}`, undefined, 404, 'Webhook not found')
  server.closeAllConnections()
  server.close()
}

async function files(platform: Platform, report: Report, ask: Ask): Promise<void> {
  const { json: user } = await platform.call('GET', '/users/me')
  const text = '21.5\n22.25\n'
  const path = encodeURI('set 1/Müller α.csv')
  await ask(`PUT /files/${path}`, undefined, 400, "Missing or malformed 'size' field")
  const { json: upload } = await ask(`PUT /files/${path}?size=${text.length}`, undefined, 200)
  const longer = await fetch(String(upload.upload_url), { method: 'PUT', body: `${text}more` })
  report.check('an upload of another size is refused', longer.status, longer.status >= 400)
  const sent = await fetch(String(upload.upload_url), { method: 'PUT', body: text })
  report.check('the upload link takes the bytes without a credential', sent.status, sent.status === 200)
  const { json: stat } = await ask(`GET /files/${path}`, undefined, 200)
  report.check('the file has the size that was announced', stat.size, stat.size === text.length)
  const { json: download } = await ask(`GET /files/${path}?download=true`, undefined, 200)
  const read = await (await fetch(String(download.download_url))).text()
  report.check('the download link gives the bytes', read, read === text)
  await ask('GET /files', undefined, 200)
  await ask('GET /files/nowhere.csv', undefined, 404, 'File not found')

  const code = `#include <stdio.h>
int main(void) {
  double sum = 0, x;
  FILE *in = fopen("data/Müller α.csv", "r"), *out;
  if (!in) return 1;
  while (fscanf(in, "%lf", &x) == 1) sum += x;
  out = fopen("data/sum.txt", "w");
  fprintf(out, "%.2f", sum);
  return fclose(out);
}
`
  const build = await platform.call('POST', '/sourcecode/builds', { body: { Code: code, Language: 'C' } })
  await platform.end(`/builds/${build.json.BuildID}`)
  const DataSources = [{ Location: 'data', ResourceID: `credence-cloud-storage:/${user.UserID}/set 1`, ResourceType: 'CredenceCloudStorage' }]
  const task = await ask(`POST /builds/${build.json.BuildID}/tasks`, { DataSources }, 202)
  const ended = await platform.end(`/tasks/${task.json.TaskID}`)
  report.check('a task reads a file of its owner', ended.Status, ended.Status === 'Completed')
  const { json: written } = await ask(`GET /files/${encodeURI('set 1/sum.txt')}?download=true`, undefined, 200)
  const sum = written.download_url === undefined ? '' : await (await fetch(String(written.download_url))).text()
  report.check('and what it writes there is kept', sum, sum === '43.75')
  await ask(`DELETE /files/${path}?recursive=true`, undefined, 400, "'recursive' is valid only for directories")
  await ask(`DELETE /files/${encodeURI('set 1')}?directory=true&recursive=true`, undefined, 200)
  await ask(`GET /files/${path}`, undefined, 404, 'File not found')
}

async function traced(platform: Platform, report: Report, ask: Ask): Promise<void> {
  const code = `#include <stdio.h>
#include <uxhw.h>
static double area(double side) {
  double result = side * side;
  return result;
}
int main(void) {
  double side = UxHwDoubleUniformDist(1, 3);
  for (int i = 0; i < 3; i++)
    printf("%f\\n", area(side + i));
}
`
  const trace = { File: 'main.c', LineNumber: 5, Expression: 'result' }
  const wrong = await ask('POST /sourcecode/builds', { Code: code, Language: 'C', TraceVariables: [{ ...trace, Expression: 'nothing' }] }, 202)
  const refused = await platform.end(`/builds/${wrong.json.BuildID}`)
  report.check('a trace variable that is none ends the build', refused.Status, refused.Status === 'Stopped')
  const build = await ask('POST /sourcecode/builds?DiscoverVariables=true', { Code: code, Language: 'C', TraceVariables: [trace] }, 202)
  await platform.end(`/builds/${build.json.BuildID}`)
  const { json: found } = await ask(`GET /builds/${build.json.BuildID}/variables`, undefined, 200)
  const names = (found.Variables as { Name: string; Type: string; Line: number; Function: string }[]).map((one) =>
    [one.Line, one.Name, one.Type, one.Function].join(' '),
  )
  const expected = ['3 side FormalParameter area', '4 result Variable area', '8 side Variable main', '9 i Variable main']
  report.check('the variables of a program', names, names.join() === expected.join())
  const task = await ask(`POST /builds/${build.json.BuildID}/tasks`, {}, 202)
  await platform.end(`/tasks/${task.json.TaskID}`)
  const path = `/tasks/${task.json.TaskID}/values`
  const { json: values } = await ask(`GET ${path}`, undefined, 200)
  const means = (values.Values as { ValueID: string; Pass: number; Mean: number }[]).map(({ Mean }) => Mean)
  // E (U + i)² for U uniform on 1 to 3: (2 + i)² + 1/3
  report.check(
    'a value for each pass, with its mean',
    means,
    means.length === 3 && means.every((mean, i) => Math.abs(mean - ((2 + i) ** 2 + 1 / 3)) < 1e-3),
  )
  const id = (values.Values as { ValueID: string }[])[0]?.ValueID
  const { json: samples } = await ask(`GET ${path}/${id}/samples?count=100`, undefined, 200)
  const drawn = (samples.Samples as number[]) ?? []
  report.check('samples of a traced value', drawn.slice(0, 3), drawn.length === 100 && drawn.every((x) => x >= 1 && x <= 9))
  await ask(`GET ${path}/${id}/samples?count=100001`, undefined, 400, "Missing or malformed 'count' field: an integer from 0 to 100000")
  const { json: plot } = await ask(`POST ${path}/${id}/plot`, undefined, 201)
  const picture = await fetch(String(plot.presignedURL))
  report.check('a plot of a traced value', picture.status, picture.status === 200)
  await ask(`GET ${path}/val_${NOWHERE}/samples`, undefined, 404, 'Value not found')
}

async function sessions(report: Report, ask: Ask): Promise<void> {
  const person = { Username: 'ada@example.com', Password: 'correct horse battery staple' }
  await ask('POST /users', { ...person, Password: 'short' }, 400, "Missing or malformed 'Password' field: at least 10 characters")
  await ask('POST /users', person, 201)
  await ask('POST /users', person, 409, 'An account of that name exists')
  await ask('POST /session', { ...person, Password: 'something else' }, 401, 'User name, password or key is wrong')
  const { json: first } = await ask('POST /session', { ...person, WithRefreshToken: true }, 201)
  const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` })
  const me = await ask('GET /users/me', undefined, 200, undefined, bearer(first.Token))
  report.check('the token is of the account', me.json.Username, me.json.Username === person.Username)
  const { json: second } = await ask('POST /session/refresh', { RefreshToken: first.RefreshToken }, 200)
  await ask('PATCH /users/me', { Preferences: { Editor_Theme: 'dark', OfMine: 'kept' } }, 200, undefined, bearer(second.Token))
  const { json: after } = await ask('GET /users/me', undefined, 200, undefined, bearer(second.Token))
  const kept = (after.Preferences as Record<string, unknown>).OfMine
  report.check('unknown preferences are kept', kept, kept === 'kept')
  await ask('PATCH /users/me', {}, 400, 'Nothing to update', bearer(second.Token))
  await ask('GET /users/me/logs', undefined, 200, undefined, bearer(second.Token))
  await ask('GET /subscriptions', undefined, 200, undefined, bearer(second.Token))
  await ask('POST /users/me/logout-all-sessions', undefined, 200, undefined, bearer(second.Token))
  await ask('GET /users/me', undefined, 401, 'Not authorized request.', bearer(second.Token))
  const { json: third } = await ask('POST /session', { ...person }, 201)
  await ask('DELETE /users/me', undefined, 200, undefined, bearer(third.Token))
  await ask('GET /users/me', undefined, 401, 'Not authorized request.', bearer(third.Token))
  await ask('POST /session', person, 401, 'User name, password or key is wrong')
}
