import { errors } from '@credence/contract'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { asApiError } from './errors.ts'

const request = {} as FastifyRequest
const failed = (code: string) => asApiError(Object.assign(new Error(`${code}: write`), { code }), request)

test('a full disk is nothing that a client did, nor for ever', () => {
  for (const code of ['ENOSPC', 'EDQUOT']) expect(failed(code)).toMatchObject({ status: 503, message: errors.objectsAway().message })
  expect(failed('EIO')).toMatchObject({ status: 500, message: errors.internal().message })
})
