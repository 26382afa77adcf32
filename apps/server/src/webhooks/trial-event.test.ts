import { COMPONENTS, openapi, WEBHOOK_EVENTS } from '@credence/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { payloadOf } from './payload.ts'
import { trialData } from './trial-event.ts'

test.each(WEBHOOK_EVENTS)('the trial of %s is one that the document describes', (event) => {
  const { schemas } = openapi({ all: true })['components'] as { schemas: object }
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'doc', components: { schemas } })
  const owner = `usr_${'1'.repeat(32)}`
  const payload = payloadOf({ event, owner, createdAt: Date.now(), data: trialData(event, owner) })
  expect(ajv.validate({ $ref: 'doc#/components/schemas/WebhookPayload' }, payload), ajv.errorsText()).toBe(true)
  expect(JSON.stringify(payload)).toMatch(/0{32}|usr_1{32}/)
  expect(COMPONENTS.has('WebhookPayload')).toBe(true)
})
test('the data of an event has the order of its schema again', () => {
  const usage = {
    ResourceUsage: { DecrementCount: 0, TotalBuildTime: 2, IncrementCount: 1, TotalBuildSize: 3 },
    Object: 'Build',
    UserID: 'usr_1',
  } as const
  const { data } = payloadOf({ event: 'build-stats', owner: 'usr_1', createdAt: 0, data: usage })
  expect(JSON.stringify(data)).toBe(
    '{"UserID":"usr_1","Object":"Build","ResourceUsage":{"IncrementCount":1,"DecrementCount":0,"TotalBuildSize":3,"TotalBuildTime":2}}',
  )
})
