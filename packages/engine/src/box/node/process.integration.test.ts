// A child that does not keep to the rules: what it says is not taken, and it is ended. It runs without a box here, so that it can do what it likes.
import { afterAll, describe, expect, test } from 'vitest'
import type { Allowance, Volume } from '../limits.ts'
import { KIND } from '../messages.ts'
import { preparePipes } from './pipes.ts'
import { BoxedProcess, type Question } from './process.ts'

await preparePipes()
const VOLUME: Volume = { headBytes: 1000, blobBytes: 1000, pieces: [KIND.stdout] }
const ALLOWANCE: Allowance = { wallMilliseconds: 120_000, processorMilliseconds: 120_000, memoryBytes: 4e9 }
const QUESTION: Question<string> = { allowance: ALLOWANCE, reasonFor: (why) => why }

const children: BoxedProcess[] = []
afterAll(() => Promise.all(children.map((child) => child.close())))

/** What its script may use. `asked` begins when the question comes. */
const PRELUDE = `
const frame = (kind, payload) => { const bytes = Buffer.from(payload), head = Buffer.alloc(5); head[0] = kind; head.writeUInt32LE(bytes.length, 1); return Buffer.concat([head, bytes]) }
const answer = (value, ...lengths) => frame(${KIND.head}, JSON.stringify({ value, blobs: lengths }))
const say = (...frames) => require('node:fs').writeSync(1, Buffer.concat(frames))
const asked = (then) => process.stdin.once('data', then)
const stay = () => setInterval(() => {}, 1000)
`
function child(script: string, isChatty = false): BoxedProcess {
  const started = new BoxedProcess({ file: process.execPath, arguments: ['--eval', PRELUDE + script] }, { volume: VOLUME, isChatty })
  children.push(started)
  return started
}
const ask = (one: BoxedProcess, question: Partial<Question<string>> = {}) => one.ask({ value: 'do', blobs: [] }, { ...QUESTION, ...question })

describe.each([
  ['a pipe', true],
  ['a pair of sockets', false],
])('over %s', (_, isChatty) => {
  test('one that keeps to the rules answers question after question', async () => {
    const honest = child("process.stdin.on('data', () => say(frame(16, 'a'), answer('done', 2), frame(2, 'bc')))", isChatty)
    for (let i = 0; i < 3; i++) {
      let pieces = ''
      const piece = (_kind: number, bytes: Uint8Array) => {
        pieces += Buffer.from(bytes)
        return undefined
      }
      const { answer, reason } = await ask(honest, { piece })
      expect([pieces, answer?.value, answer?.blobs.map(String), reason]).toEqual(['a', 'done', ['98,99'], undefined])
    }
    expect(honest.isGone).toBe(false)
  })
  test.each([
    ['a frame of a kind that does not exist', "say(frame(9, 'x')); stay()", 'a frame of kind 9, which is not expected'],
    ['a frame of a kind that others send', "say(frame(17, 'x')); stay()", 'a frame of kind 17, which is not expected'],
    [
      'a frame that claims four gigabytes',
      'say(Buffer.from([1, 255, 255, 255, 255])); stay()',
      'a frame of 4294967295 bytes: at most 1000 are accepted',
    ],
    ['blobs that claim too much', "say(answer('x', 1e9)); stay()", 'a message of 1000000000 bytes: at most 1000 are accepted'],
    ['a head that is no JSON', "say(frame(1, '{}}')); stay()", 'a head that is none'],
    ['half a frame, and ends', "say(frame(1, '{}').subarray(0, 6))", 'the stream ended inside a frame'],
    ['half a message, and ends', "say(answer('x', 5))", 'the stream ended inside a message'],
    ['bytes without meaning', "say(Buffer.alloc(100_000, 'GET / HTTP/1.1 ')); stay()", 'a frame of kind 71, which is not expected'],
  ])('%s: no answer, and its end', async (_what, script, diagnosis) => {
    const hostile = child(`asked(() => { process.stdin.destroy(); ${script} })`, isChatty)
    const { answer, reason } = await ask(hostile)
    expect([answer, reason, hostile.isGone, hostile.diagnosis]).toEqual([undefined, undefined, true, diagnosis])
  })
  test('one that speaks before it is asked is ended', async () => {
    const hostile = child("say(frame(16, 'x')); stay()", isChatty)
    await hostile.gone
    expect([hostile.diagnosis, (await ask(hostile)).answer]).toEqual(['it spoke without being asked', undefined])
  })
  test('one that answers twice is heard once, and ended', async () => {
    const hostile = child("asked(() => { say(answer('first'), answer('second')); stay() })", isChatty)
    expect((await ask(hostile)).answer?.value).toBe('first')
    await hostile.gone
    expect(hostile.diagnosis).toBe('it spoke without being asked')
  })
  test('one that closes its output and stays is ended', async () => {
    const hostile = child("asked(() => { require('node:fs').closeSync(1); for (;;); })", isChatty)
    expect((await ask(hostile)).answer).toBe(undefined)
  })
  test('one that speaks without end is ended by whoever listens', async () => {
    const hostile = child("asked(() => { for (;;) say(frame(16, 'x'.repeat(1000))) })", isChatty)
    let bytes = 0
    const piece = (_kind: number, part: Uint8Array) => {
      bytes += part.length
      return bytes > 1e6 ? 'enough' : undefined
    }
    expect(await ask(hostile, { piece })).toMatchObject({ answer: undefined, reason: 'enough' })
  })
  test('one whose answer begins badly is ended before its blobs come', async () => {
    const hostile = child("asked(() => { say(answer('x', 500)); stay() })", isChatty)
    expect(await ask(hostile, { head: (value, lengths) => `${value} ${lengths}` })).toMatchObject({ answer: undefined, reason: 'x 500' })
  })
})

describe('limits', () => {
  test.each<[keyof Allowance, number, string]>([
    ['wallMilliseconds', 1000, 'stay()'],
    ['processorMilliseconds', 500, 'for (;;);'],
    ['memoryBytes', 300e6, 'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 10)'],
  ])('%s ends it, and is told with what was spent', async (limit, most, script) => {
    const hostile = child(`asked(() => { ${script} })`)
    const { reason, spent } = await ask(hostile, { allowance: { ...ALLOWANCE, [limit]: most } })
    expect([reason, hostile.isGone]).toEqual([limit, true])
    expect(spent[limit]).toBeGreaterThanOrEqual(most)
  })
  test('one that may answer after all does, and is ended', async () => {
    const polite = child(
      "process.on('SIGINT', () => { say(answer({ counted: 7 }, 3), frame(2, 'abc')); stay() }); asked(() => {}); say(frame(16, 'x'))",
    )
    const controller = new AbortController()
    const { answer, reason, lastWords } = await ask(polite, {
      signal: controller.signal,
      mayAnswer: () => true,
      piece: () => void controller.abort(),
    })
    expect([answer, reason, lastWords?.value, lastWords?.blobs.length]).toEqual([undefined, 'aborted', { counted: 7 }, 1])
  })
  test('one that does not listen when it may answer is killed all the same', async () => {
    const deaf = child("process.on('SIGINT', () => {}); asked(() => { say(frame(16, 'x')); for (;;); })")
    const controller = new AbortController()
    const outcome = await ask(deaf, { signal: controller.signal, mayAnswer: () => true, piece: () => void controller.abort() })
    expect([outcome.reason, outcome.lastWords, deaf.isGone]).toEqual(['aborted', undefined, true])
  })
})

describe('the end of a process', () => {
  test('by itself', async () => {
    const one = child("asked(() => { console.error('because'); process.exit(3) })")
    expect(await ask(one)).toMatchObject({ answer: undefined, reason: undefined })
    expect([one.ending, one.diagnosis, one.wasKilledOutside]).toEqual(['exit code 3', 'because', false])
  })
  test('by somebody else', async () => {
    const one = child("asked(() => process.kill(process.pid, 'SIGKILL'))")
    await ask(one)
    expect([one.ending, one.wasKilledOutside]).toEqual(['SIGKILL', true])
  })
  test('by us', async () => {
    const one = child('stay()')
    await one.close()
    expect([one.ending, one.wasKilledOutside]).toEqual(['SIGKILL', false])
  })
  test('before it began', async () => {
    const none = new BoxedProcess({ file: '/no/such/program', arguments: [], hasLifeline: true }, { volume: VOLUME, isChatty: true })
    expect(await ask(none)).toMatchObject({ answer: undefined, reason: undefined })
    expect(none.diagnosis).toMatch(/ENOENT/)
  })
})
