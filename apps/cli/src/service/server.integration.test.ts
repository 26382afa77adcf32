// The service and its clients, with an engine that does what the test tells it, so that every moment of a request can be met.

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import type { BuildResult, Engine, RunEvents, RunResult } from '@credence/engine'
import { receive, send } from '@credence/engine/frames'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServiceConnection, ServiceLost } from './client.ts'
import { openPlace, type Place, placeOf } from './place.ts'
import { Service } from './server.ts'

const EXITED = {
  ending: { kind: 'exit', code: 3 },
  message: 'exit code 3',
  dynamicInstructions: 5,
  processorSeconds: 0.25,
  executionMilliseconds: 7,
} as const
const files = new Map([['a.c', new TextEncoder().encode('int main;')]])

let runtime: string
let place: Place
let services: Service[]
let connections: ServiceConnection[]
beforeEach(async () => {
  runtime = await mkdtemp(path.join(tmpdir(), 'credence-service-'))
  place = placeOf({ root: '/checkout', code: '1' }, runtime, { XDG_RUNTIME_DIR: runtime })
  services = []
  connections = []
})
afterEach(async () => {
  for (const connection of connections) connection.close()
  await Promise.all(services.map((service) => service.close()))
  await rm(runtime, { recursive: true })
})

/** Builds give their first file as the module; a run prints the module and leaves the files it was given. */
const echo: Pick<Engine, 'build' | 'run'> = {
  build: async ({ files }): Promise<BuildResult> => ({ module: [...files.values()][0]!, output: 'a note\n', milliseconds: 1 }),
  run: async ({ module, files }, { output }): Promise<RunResult> => {
    output('Stdout', module)
    output('Stderr', Uint8Array.of(33))
    return { ...EXITED, files: files! }
  },
}
async function serve({ code = '1', idleMilliseconds = 60_000, engine = {} as Partial<Engine>, prepares = false } = {}) {
  const closed: string[] = []
  const service = await Service.start({
    place,
    code,
    idleMilliseconds,
    open: async (onProgress) => {
      if (prepares) onProgress({ what: 'runtime module', done: 0, total: 2 })
      return { ...echo, close: async () => void closed.push('engine'), ...engine } as Engine
    },
  })
  if (service) services.push(service)
  return { service, closed }
}
async function open(code = '1'): Promise<ServiceConnection | undefined> {
  const connection = await ServiceConnection.open(place, { token: openPlace(place), code })
  if (connection) connections.push(connection)
  return connection
}
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )
/** A run that goes on until its signal. */
const endless: Pick<Engine, 'run'> = {
  run: (_, { output, signal }: RunEvents) =>
    new Promise((resolve) => {
      output('Stdout', new TextEncoder().encode('runs'))
      signal!.addEventListener('abort', () => resolve({ ...EXITED, ending: { kind: 'cancelled' }, message: 'cancelled', files: new Map() }))
    }),
}

test('builds and runs come back as the engine gives them, with progress on the way', async () => {
  await serve({ prepares: true })
  const connection = (await open())!
  const progress: string[] = []
  const built = await connection.build({ files, core: CORE }, ({ what }) => progress.push(what))
  expect(progress).toEqual(['runtime module'])
  expect({ ...built, module: Buffer.from(built.module!).toString() }).toEqual({ module: 'int main;', output: 'a note\n', milliseconds: 1 })
  const said: string[] = []
  const output = (stream: string, bytes: Uint8Array) => said.push(stream, Buffer.from(bytes).toString())
  const result = await connection.run({ module: built.module!, core: CORE, arguments: [], files }, { output })
  expect(said).toEqual(['Stdout', 'int main;', 'Stderr', '!'])
  expect({ ...result, files: [...result.files.keys()] }).toEqual({ ...EXITED, files: ['a.c'] })
})

test('what is printed before the input comes is shown, and a run that ends without it, or whose input cannot be read, ends', async () => {
  const reading: Pick<Engine, 'run'> = {
    run: async ({ arguments: [how], ...request }, { output, input }) => {
      const read = input!()
      output('Stdout', new TextEncoder().encode('how many? ')) // behind the question for input, as where both come from the process in one piece
      if (how === 'waits') output('Stdout', await read)
      return { ...EXITED, files: request.files ?? new Map() }
    },
  }
  await serve({ engine: reading })
  const given = Promise.withResolvers<Uint8Array>()
  let said = ''
  const output = (_: string, bytes: Uint8Array) => {
    said += Buffer.from(bytes).toString()
    if (said === 'how many? ') given.resolve(Buffer.from('3'))
  }
  const run = async (how: string, input: () => Promise<Uint8Array>) =>
    (await open())!.run({ module: new Uint8Array(1), core: CORE, arguments: [how] }, { output, input })
  await run('waits', () => given.promise)
  expect(said).toBe('how many? 3')
  expect((await run('ends', () => new Promise(() => {}))).ending).toEqual(EXITED.ending)
  await expect(run('waits', () => Promise.reject(new RangeError('too long')))).rejects.toThrow(new RangeError('too long'))
})

test('whoever has not the token, or says anything else first, is not served', async () => {
  await serve()
  expect(await ServiceConnection.open(place, { token: '0'.repeat(64), code: '1' })).toBeUndefined()
  expect(await ServiceConnection.open(place, { token: '', code: '1' })).toBeUndefined()
  const socket = connect(place.socket)
  await send(socket, { value: { do: 'stop' }, blobs: [] })
  const { value } = await receive(socket).next()
  expect(value?.value).toEqual({ greeting: 'stranger' })
  socket.destroy()
  expect(await open()).toBeDefined()
})

test('what the engine cannot do is the client’s to do', async () => {
  await serve({ engine: { build: async () => Promise.reject(new Error('the disk is full')) } })
  await expect((await open())!.build({ files, core: CORE }, () => {})).rejects.toThrow(/the disk is full/)
})

test('two clients are served at once', async () => {
  await serve({ engine: endless })
  const [one, other] = [(await open())!, (await open())!]
  const controller = new AbortController()
  const running = one.run({ module: new Uint8Array(1), core: CORE, arguments: [] }, { output: () => {}, signal: controller.signal })
  expect((await other.build({ files, core: CORE }, () => {})).output).toBe('a note\n')
  expect((await other.status()).runs).toBe(1)
  controller.abort()
  expect((await running).ending).toEqual({ kind: 'cancelled' })
})

test('a build that waits for another one too long is the client’s to do', async () => {
  let finish: () => void = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  await serve({ engine: { build: (request) => slow.then(() => echo.build(request)) } })
  const [one, other] = [(await open())!, (await open())!]
  const first = one.build({ files, core: CORE }, () => {})
  await expect(other.build({ files, core: CORE }, () => {})).rejects.toThrow('busy')
  finish()
  expect((await first).output).toBe('a note\n')
})

test('a client that goes away ends its run', async () => {
  let ended: () => void = () => {}
  const aborted = new Promise<void>((resolve) => {
    ended = resolve
  })
  await serve({
    engine: {
      run: async (request, events) => {
        const result = await endless.run(request, events)
        ended()
        return result
      },
    },
  })
  const connection = (await open())!
  const lost = connection.run({ module: new Uint8Array(1), core: CORE, arguments: [] }, { output: () => connection.close() })
  await expect(lost).rejects.toThrow(ServiceLost)
  await aborted
})

test('a socket that a killed service left behind is taken over, and one that serves is left alone', async () => {
  openPlace(place)
  await writeFile(place.socket, '')
  expect(await open()).toBeUndefined()
  await serve()
  expect(await open()).toBeDefined()
  expect((await serve()).service).toBeUndefined()
})

test('a service of other code retires: it serves to the end whom it serves, and takes nobody new', async () => {
  const old = await serve({ code: '1', engine: endless })
  const connection = (await open('1'))!
  let begun: () => void = () => {}
  const began = new Promise<void>((resolve) => {
    begun = resolve
  })
  const controller = new AbortController()
  const running = connection.run({ module: new Uint8Array(1), core: CORE, arguments: [] }, { output: () => begun(), signal: controller.signal })
  await began
  expect(await open('2')).toBeUndefined()
  const young = await serve({ code: '2' })
  expect(await open('2')).toBeDefined()
  controller.abort()
  expect((await running).ending).toEqual({ kind: 'cancelled' })
  connection.close()
  await old.service!.ended
  expect(await exists(place.socket)).toBe(true) // the young one's
  expect(old.closed).toEqual(['engine'])
  expect(young.closed).toEqual([])
})

test('it ends by itself when nobody has needed it, when its socket is gone, and when it is told to', async () => {
  const idle = await serve({ idleMilliseconds: 50 })
  await idle.service!.ended
  expect(await exists(place.socket)).toBe(false)
  const bereft = await serve()
  await rm(place.folder, { recursive: true })
  await bereft.service!.ended
  const told = await serve()
  await (await open())!.build({ files, core: CORE }, () => {})
  await (await open())!.stop()
  await told.service!.ended
  expect(told.closed).toEqual(['engine'])
})

test('who is served when it is stopped hears nothing of how the run was killed', async () => {
  let kill: () => void = () => {}
  const run: Engine['run'] = (_, { output }) =>
    new Promise((resolve) => {
      output('Stdout', new Uint8Array(1))
      kill = () => resolve({ ...EXITED, ending: { kind: 'trap', message: 'the process of the run ended unexpectedly', stack: [] }, files: new Map() })
    })
  await serve({ engine: { run, close: async () => kill() } })
  const [one, other] = [(await open())!, (await open())!]
  let stopped: Promise<void> | undefined
  const output = () => {
    stopped = other.stop()
  }
  const lost = one.run({ module: new Uint8Array(1), core: CORE, arguments: [] }, { output })
  await expect(lost).rejects.toThrow(ServiceLost)
  await stopped
})
