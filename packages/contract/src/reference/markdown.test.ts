import { expect, test } from 'vitest'
import { referenceModel } from './build-model.ts'
import { operationMarkdown, operationTwin } from './markdown.ts'

const model = referenceModel()
const all = model.groups.flatMap(({ operations }) => operations)
const of = (id: string) => operationMarkdown(all.find((each) => each.id === id)!, model, 'https://credence.example')

test('an operation says how it is called, with a request to copy', () => {
  const text = of('createTask')
  expect(text).toContain('# Run a build')
  expect(text).toContain('`POST /builds/{BuildID}/tasks`, operation `createTask`')
  expect(text).toMatch(/```bash\ncurl -X POST https:\/\/credence\.example\/builds\/bld_[a-z0-9]+\/tasks/)
})
test('fields are nested, down through components', () => {
  expect(of('getTask')).toMatch(
    /^- `StatusTransitions` \(array of StatusTransition, required\).*\n {2}- `Status` \(string, required, one of `Accepted`/m,
  )
})
test('every operation has every error with its text, and no part is empty', () => {
  for (const operation of all) {
    const text = of(operation.id)
    for (const { status, messages } of operation.replies) {
      expect(text).toContain(`### ${status}: `)
      for (const message of messages) expect(text).toContain(`- \`${message}\``)
    }
    expect([operation.id, /undefined|\[object|\n{3}/.test(text)]).toEqual([operation.id, false])
    expect([operation.id, text.length < 15_000]).toEqual([operation.id, true])
  }
})
test('what comes later says so', () => {
  const later = all.find(({ available }) => !available)
  if (later) expect(of(later.id)).toContain('**Not available yet**')
  expect(of('getTask')).not.toContain('Not available yet')
})
test('each operation has a place of its own', () => {
  expect(new Set(all.map(({ id }) => operationTwin(id))).size).toBe(all.length)
})
