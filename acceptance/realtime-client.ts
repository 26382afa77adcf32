// The realtime channel with a client that nobody here wrote: the events of aws-amplify, over TLS, with a key and with a token. It is 113 MB and no dependency
// of ours, so this is a command of its own: `npm run realtime-client`; a folder that has it installed may be named behind `--`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'node:tls'
import { Report } from './check.ts'
import { Platform } from './platform.ts'

const VERSION = '6.22.1'
const CERTIFICATES = resolve(import.meta.dirname, '../apps/server/src/testing/certificates')
const CODE = '#include <stdio.h>\nint main(void) { puts("done"); return 0; }\n'

const given = process.argv[2]
const folder = given ?? mkdtempSync(join(tmpdir(), 'credence-amplify-'))
const report = new Report()
if (given === undefined) {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  console.log(`installing aws-amplify ${VERSION} in ${folder}`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `aws-amplify@${VERSION}`], { cwd: folder, stdio: 'inherit' })
}
copyFileSync(join(import.meta.dirname, 'realtime-client/client.mjs'), join(folder, 'client.mjs'))

const platform = await Platform.start()
const terminator = createServer(
  { key: readFileSync(join(CERTIFICATES, 'localhost.key')), cert: readFileSync(join(CERTIFICATES, 'localhost.pem')) },
  (outside) => {
    const inside = connect(platform.port, '127.0.0.1')
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
  },
)
await new Promise<void>((listening) => terminator.listen(0, '127.0.0.1', listening))
try {
  const endpoint = `https://localhost:${(terminator.address() as AddressInfo).port}/event`
  const user = String((await platform.call('GET', '/users/me')).json.UserID).replace('usr_', '')
  const session = await platform.call('POST', '/session', { key: null, body: { Key: platform.key } })
  const { build } = await platform.run(CODE)
  await listen('apiKey', platform.key)
  await listen('lambda', String(session.json.Token))

  async function listen(authMode: string, credential: string): Promise<void> {
    console.log(`\n## aws-amplify ${VERSION}, authMode ${authMode}`)
    const { heard, say, child } = begin(endpoint, user, credential, authMode)
    const until = async (isThere: () => boolean): Promise<void> => {
      for (const end = Date.now() + 30_000; !isThere() && Date.now() < end && child.exitCode === null; ) await sleep(20)
    }
    const of = (what: string) => heard.filter((each) => each.what === what)
    await until(() => of('refused').length > 0)
    report.check('connects', of('connected').length, of('connected').length === 1)
    report.check(
      'is refused the channel of another user',
      of('refused')[0]?.message,
      of('refused')[0]?.message?.endsWith('You are not authorized to access this channel.') === true,
    )
    await sleep(500)
    const task = await platform.call('POST', `/builds/${build.BuildID}/tasks`)
    await platform.end(`/tasks/${task.json.TaskID}`)
    await until(() => of('event').length >= 4)
    const steps = of('event').map(({ data }) => (data?.event as { data?: { taskId?: string; status?: string } })?.data)
    const statuses = steps.map((step) => (step?.taskId === task.json.TaskID ? step?.status : 'foreign')).join(', ')
    report.check('hears every step of a task, in order', statuses, statuses === 'Accepted, Initializing, In Progress, Completed')
    say('publish')
    await until(() => of('published').length + of('not published').length > 0)
    report.check('may not publish', of('not published')[0]?.message, of('not published').length === 1)
    say('unsubscribe')
    await sleep(500)
    const before = of('event').length
    await platform.end(`/tasks/${(await platform.call('POST', `/builds/${build.BuildID}/tasks`)).json.TaskID}`)
    await sleep(500)
    report.check('hears nothing after it unsubscribed', of('event').length - before, of('event').length === before)
    report.check(
      'met no error',
      of('error')
        .map(({ message }) => message)
        .join(),
      of('error').length === 0,
    )
    say('end')
  }
} finally {
  terminator.close()
  await platform.remove()
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${report.passed} passed, ${report.failed} failed`)
process.exit(report.failed ? 1 : 0)

interface Heard {
  readonly what: string
  readonly message?: string
  readonly data?: { readonly event?: unknown }
}
function begin(
  endpoint: string,
  user: string,
  credential: string,
  authMode: string,
): { heard: Heard[]; say: (word: string) => void; child: ChildProcess } {
  const child = spawn(process.execPath, ['client.mjs', endpoint, user, credential, authMode], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: join(CERTIFICATES, 'localhost.pem') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const heard: Heard[] = []
  let rest = ''
  child.stdout.on('data', (data) => {
    const lines = (rest + data).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{')) heard.push(JSON.parse(line) as Heard)
  })
  return { heard, child, say: (word) => void child.stdin.write(`${word}\n`) }
}
