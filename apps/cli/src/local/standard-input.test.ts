import { PassThrough, Readable } from 'node:stream'
import { LIMITS } from '@credence/contract/limits'
import { expect, test } from 'vitest'
import { standardInput } from './standard-input.ts'

const { signal } = new AbortController()

test('a terminal gives nothing, a pipe that nobody asks for is left alone, and what was read once is there again', async () => {
  expect(standardInput(Object.assign(new PassThrough(), { isTTY: true }), signal)).toBeUndefined()
  const pipe = new PassThrough()
  const read = standardInput(pipe, signal)!
  expect(pipe.listenerCount('readable') + pipe.listenerCount('data')).toBe(0)
  const first = read()
  pipe.write('3 ')
  pipe.end('4\n')
  expect([Buffer.from(await first).toString(), await read()]).toEqual(['3 4\n', await first])
})

test('the limit is taken, more than that is refused with what to do instead', async () => {
  const chunk = new Uint8Array(LIMITS.run.fileBytes / 10)
  const pipe = (chunks: number, rest: number) =>
    Readable.from([...Array<Uint8Array>(chunks).fill(chunk), new Uint8Array(rest)].filter((bytes) => bytes.length > 0))
  expect((await standardInput(pipe(10, 0), signal)!()).length).toBe(LIMITS.run.fileBytes)
  await expect(standardInput(pipe(10, 1), signal)!()).rejects.toThrow(
    `standard input is longer than ${LIMITS.run.fileBytes} bytes; --inputs DIR gives the program files`,
  )
})

test('who waits for a pipe that stays open is told when it is cancelled', async () => {
  const controller = new AbortController()
  const pipe = new PassThrough()
  const waits = standardInput(pipe, controller.signal)!()
  controller.abort(new Error('SIGINT'))
  await expect(waits).rejects.toThrow('SIGINT')
  expect(pipe.destroyed).toBe(true)
})
