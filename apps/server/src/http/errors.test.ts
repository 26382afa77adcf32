import type { Socket } from 'node:net'
import { errors } from '@credence/contract'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { answerUnreadable, asApiError } from './errors.ts'

const request = {} as FastifyRequest
const failed = (code: string) => asApiError(Object.assign(new Error(`${code}: write`), { code }), request)

test('a full disk is nothing that a client did, nor for ever', () => {
  for (const code of ['ENOSPC', 'EDQUOT']) expect(failed(code)).toMatchObject({ status: 503, message: errors.objectsAway().message })
  expect(failed('EIO')).toMatchObject({ status: 500, message: errors.internal().message })
})

test('a first line without end, of a method that nobody has, is answered at once', () => {
  const answers = (packet: string): string => {
    let said = ''
    const socket = { writable: true, write: (text: string) => (said += text), destroySoon: () => {} } as unknown as Socket
    answerUnreadable(Object.assign(new Error(), { code: 'HPE_INVALID_METHOD', rawPacket: Buffer.from(packet) }), socket, () => ['GET'])
    return said
  }
  const begin = performance.now()
  for (const path of ['/'.repeat(1_000_000), 'a'.repeat(1_000_000), '?'.repeat(1_000_000)]) {
    expect(answers(`FOO /${path}`)).toMatch(/^HTTP\/1\.1 400 /)
    expect(answers(`FOO /${path} HTTP/1.1\r\n`)).toMatch(/^HTTP\/1\.1 405 /)
  }
  expect(performance.now() - begin).toBeLessThan(20_000)
})
