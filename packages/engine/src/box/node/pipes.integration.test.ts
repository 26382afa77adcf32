import { closeSync, writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { preparePipes, readPipe, takePipe } from './pipes.ts'

test('what was written is read to the last byte, also after the writer is gone', async () => {
  await preparePipes()
  const pipe = takePipe()!
  for (let i = 0; i < 6000; i++) writeSync(pipe.write, 'ten bytes.') // fits into the buffer of a pipe, and far from that of a pair of sockets
  closeSync(pipe.write)
  let length = 0
  await readPipe(pipe.read, (bytes) => {
    length += bytes.length
  })
  expect(length).toBe(60_000)
})

test('pipes are made again when they run out', async () => {
  for (let round = 0; round < 3; round++) {
    await preparePipes()
    for (let pipe = takePipe(); pipe; pipe = takePipe()) {
      closeSync(pipe.write)
      closeSync(pipe.read)
    }
  }
  await preparePipes()
  expect(takePipe()).toBeDefined()
})
