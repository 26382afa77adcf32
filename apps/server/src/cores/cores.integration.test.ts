import { ERROR_EXAMPLES } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { workers: 0 })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

test('default cores can be listed, got in both ways, and not changed', async () => {
  const { json } = await platform.call('GET', '/cores?default=true')
  expect(json.Cores.find(({ Name }: { Name: string }) => Name === 'C0-S+')).toMatchObject({
    CoreID: 'cor_b21e4de9927158c1a5b603c2affb8a09',
    Precision: 64,
  })
  for (const query of ['', '?default=true'])
    expect((await platform.call('GET', `/cores/cor_b21e4de9927158c1a5b603c2affb8a09${query}`)).json.Name).toBe('C0-S+')
  expect((await platform.call('DELETE', '/cores/cor_b21e4de9927158c1a5b603c2affb8a09')).status).toBe(403)
})
test('custom cores are made, changed within their limits, and deleted', async () => {
  const { call } = platform
  const wanted = {
    Name: 'mine',
    Class: 'C0',
    Microarchitecture: 'Zurich',
    CorrelationTracking: 'AUTOCORRELATION',
    Precision: 8000,
    MemorySize: 256_000,
  }
  const core = (await call('POST', '/cores', { body: wanted })).json
  expect(core).toMatchObject({ ...wanted, CorrelationTracking: 'Autocorrelation', Owner: platform.owner.userId })
  expect((await call('GET', `/cores/${core.CoreID}?default=true`)).status).toBe(404)
  expect((await call('PATCH', `/cores/${core.CoreID}`, { body: { Name: 'mine' } })).json.message).toBe('Nothing to update')
  expect((await call('PATCH', `/cores/${core.CoreID}`, { body: { Precision: 8001 } })).json.message).toBe(
    "Missing or malformed 'Precision' field: at most 8000 on Zurich",
  )
  expect((await call('PATCH', `/cores/${core.CoreID}`, { body: { Precision: 8001, Microarchitecture: 'Bypass' } })).json).toEqual({ message: 'OK' })
  expect((await call('DELETE', `/cores/${core.CoreID}`)).json).toEqual({ message: 'OK' })
  const free = await platform.account('FreeTier')
  for (let count = 0; count < 3; count++) expect((await call('POST', '/cores', { as: free, body: wanted })).status).toBe(201)
  expect(await call('POST', '/cores', { as: free, body: wanted })).toMatchObject({ status: 403, json: ERROR_EXAMPLES.coreLimit.toJSON() })
})

test('every class, microarchitecture and language that the document offers can be had', async () => {
  const wanted = { Name: 'c', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Disable', Precision: 64, MemorySize: 256_000 }
  const { CoreRequest, SourceCodeBuildRequest } = (await platform.call('GET', '/openapi.json', { as: null })).json.components.schemas
  for (const [field, words] of [
    ['Class', CoreRequest.properties.Class.enum],
    ['Microarchitecture', CoreRequest.properties.Microarchitecture.enum],
  ])
    for (const word of words)
      expect([word, (await platform.call('POST', '/cores', { body: { ...wanted, [field]: word } })).status]).toEqual([word, 201])
  expect(['C', 'c++', 'Fortran', 'FORTRAN'].map((word) => new RegExp(SourceCodeBuildRequest.properties.Language.pattern).test(word))).toEqual([
    true,
    true,
    true,
    true,
  ])
})
