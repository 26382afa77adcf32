import { LIMITS } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlatformAlone, type PlatformAlone } from '../testing/platform.ts'

let platform: PlatformAlone
beforeAll(async () => {
  platform = await openPlatformAlone()
})
afterAll(() => platform?.close())

async function built(query: string, lines: readonly string[], status = 'Completed'): Promise<string> {
  const body = { Code: `${lines.join('\n')}\n`, Language: 'C' }
  const { BuildID } = (await platform.call('POST', `/sourcecode/builds${query}`, { body })).json
  await platform.until(`/builds/${BuildID}`, status)
  return BuildID
}
const DISCOVER = '?DiscoverVariables=true'

test('a build that was asked lists its variables, with the fields of the contract', async () => {
  const BuildID = await built(DISCOVER, ['print x', 'variable x', 'variable y'])
  const variable = { Object: 'Variable', Type: 'Variable', File: 'main.c', Function: 'main' }
  expect((await platform.call('GET', `/builds/${BuildID}/variables`)).json).toEqual({
    BuildID,
    Variables: [
      { ...variable, Name: 'x', Line: 2 },
      { ...variable, Name: 'y', Line: 3 },
    ],
    Count: 2,
  })
})
test('many come in pages, each once and in order', async () => {
  const { pageSize } = LIMITS.variables
  const names = Array.from({ length: 2 * pageSize + 1 }, (_, index) => `v${index}`)
  const BuildID = await built(
    DISCOVER,
    names.map((name) => `variable ${name}`),
  )
  const counts: number[] = []
  const listed: string[] = []
  for (let startKey: string | undefined = ''; startKey !== undefined; ) {
    const { json } = await platform.call('GET', `/builds/${BuildID}/variables${startKey && `?startKey=${startKey}`}`)
    counts.push(json.Count)
    listed.push(...json.Variables.map(({ Name }: { Name: string }) => Name))
    startKey = json.ContinuationKey
  }
  expect(counts).toEqual([pageSize, pageSize, 1])
  expect(listed).toEqual(names)
  expect((await platform.call('GET', `/builds/${BuildID}/variables?startKey=x`)).json.message).toBe("Missing or malformed 'startKey' field")
})
test('without the question, or without success, there are none; of an unknown build there is no list', async () => {
  for (const id of [await built('', ['variable x']), await built(DISCOVER, ['variable x', 'error'], 'Stopped')])
    expect((await platform.call('GET', `/builds/${id}/variables`)).json).toEqual({ BuildID: id, Variables: [], Count: 0 })
  const unknown = await platform.call('GET', '/builds/bld_00112233445566778899aabbccddeeff/variables')
  expect([unknown.status, unknown.json.message]).toEqual([404, 'Build not found'])
})
