// What repositories are fetched from and asked about: git's own server with a few repositories, and a GitHub that says of some of them what GitHub would.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CERTIFICATES, type GitServer, openGitServer } from '../../server/src/testing/git-server.ts'

export interface CodeHosts extends AsyncDisposable {
  readonly git: GitServer
  /** For the platform. */
  readonly settings: Readonly<Record<string, string>>
  /** As whom GitHub knows it. */
  readonly token: string
  /** GitHub breaks off until it is set back. */
  isAway: boolean
  /** Whoever is asked to agree there does not. */
  refuses: boolean
}
const APP = { id: 'console-app', secret: 'hush' } as const
/** Of digits and one letter, which is not to become a number on its way. */
const CODE = '12e45678901234567890'
export const HOSTILE = '<img src=x onerror=alert(1)>\u202etxt.exe'
/** As the console shows it: text, and not turned around. */
export const HOSTILE_SHOWN = HOSTILE.replace('\u202e', '\ufffd')
const PROGRAM = (name: string) =>
  `#include <stdio.h>\n#include <uxhw.h>\nint main(int argc, char **argv) {\n  double x = UxHwDoubleUniformDist(1, 3);\n  printf("${name} with %d words: %f\\n", argc - 1, x);\n}\n`
export const CONFIGURATION = `MinimumCore:
  Precision: 512
TraceVariables:
  - File: main.c
    LineNumber: 4
    Expression: x
BenchmarkingVariables:
  - VariableName: length
    VariableDescription: "${HOSTILE.replace('\u202e', '\\u202e')}"
    CommandLineArguments: -S 0
Colour: green
`

export async function openCodeHosts(): Promise<CodeHosts> {
  const git = await openGitServer()
  git.commit('sensor', { 'src/main.c': PROGRAM('main'), 'uxhw.yaml': 'MinimumCore: {Precision: 16}\n' })
  git.commit('sensor', { 'src/main.c': PROGRAM('feature') }, 'feature')
  const token = 'ghp_of_octocat'
  const hosts = { isAway: false, refuses: false }
  const github = createServer((request, reply) => {
    if (hosts.isAway) return void request.socket.destroy()
    const say = (status: number, value: unknown) => void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const isKnown = request.headers.authorization === `Bearer ${token}`
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here')
    if (pathname === '/login/oauth/authorize') {
      // Somebody is logged in there, and agrees at once, or refuses.
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      const isApp = searchParams.get('client_id') === APP.id && searchParams.get('scope') === 'repo'
      for (const [name, value] of hosts.refuses ? [['error', 'access_denied']] : [['code', isApp ? CODE : 'none']])
        back.searchParams.set(name!, value!)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      return void reply.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/login/oauth/access_token') {
      let body = ''
      request
        .on('data', (part) => (body += part))
        .on('end', () => {
          const form = new URLSearchParams(body)
          const isRight = form.get('code') === CODE && form.get('client_id') === APP.id && form.get('client_secret') === APP.secret
          say(200, isRight ? { access_token: token, token_type: 'bearer', scope: 'repo' } : { error: 'bad_verification_code' })
        })
      return
    }
    if (pathname === '/user') return isKnown ? say(200, { login: 'octocat' }) : say(401, { message: 'Bad credentials' })
    const [, name = '', rest = ''] = /^\/repos\/acme\/([^/]+)(?:\/(.*))?$/.exec(decodeURIComponent(pathname)) ?? []
    if (name !== 'scale' && !(name === 'vault' && isKnown)) return say(404, { message: 'Not Found' })
    if (rest === '') return say(200, { description: HOSTILE, default_branch: 'trunk', private: name === 'vault' })
    if (rest === 'branches') return say(200, [{ name: 'trunk' }, { name: 'feature/x' }])
    if (rest === 'contents')
      return say(200, [
        { name: 'firmware', type: 'dir' },
        { name: 'uxhw.yaml', type: 'file' },
      ])
    if (rest === 'contents/uxhw.yaml') return say(200, { content: Buffer.from(CONFIGURATION).toString('base64'), encoding: 'base64' })
    if (rest.startsWith('commits/')) return say(200, { sha: '0123456789abcdef0123456789abcdef01234567' })
    say(404, { message: 'Not Found' })
  })
  await new Promise<void>((done) => github.listen(0, '127.0.0.1', done))
  return Object.assign(hosts, {
    git,
    token,
    settings: {
      CREDENCE_GITHUB_LOGIN_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
      CREDENCE_GITHUB_CLIENT_ID: APP.id,
      CREDENCE_GITHUB_CLIENT_SECRET: APP.secret,
      CREDENCE_ALLOWED_HOSTS: git.host,
      CREDENCE_CERTIFICATES: CERTIFICATES,
      CREDENCE_GITHUB_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
    },
    async [Symbol.asyncDispose]() {
      await close(github)
      await git.close()
    },
  })
}
const close = (server: Server) =>
  new Promise<void>((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
