import { expect, test } from 'vitest'
import { callOf, copiedAs, FORMS } from './copy-as.ts'

test('an operation is filled: ids in its path, lists in its query, nothing that is undefined', () => {
  expect(callOf('getTask', { path: { TaskID: 'tsk_1' } })).toEqual({ method: 'GET', path: '/tasks/tsk_1' })
  expect(callOf('listTasks', { query: { status: ['Stopped', 'In Progress'], from: undefined, to: '' } }).path).toBe(
    '/tasks?status=Stopped&status=In+Progress',
  )
})
test('a credential is named, never written; quotes of a shell are kept apart', () => {
  const call = callOf('createTask', { path: { BuildID: 'bld_1' }, body: { Arguments: "-s 'a b'" } })
  for (const form of FORMS.filter((each) => each !== 'credence')) expect(copiedAs(form, call, 'http://host')).toContain('CREDENCE_API_KEY')
  expect(copiedAs('curl', call, 'http://host')).toContain(`-d '{\n  "Arguments": "-s '\\''a b'\\''"\n}'`)
  expect(copiedAs('credence', call, 'http://host')).toMatch(/^credence api POST \/builds\/bld_1\/tasks --body /)
  expect(copiedAs('credence', { ...call, command: 'credence tasks run bld_1' }, 'http://host')).toBe('credence tasks run bld_1\n')
})
test('what is sent from each is the body that was given', () => {
  const body = { Name: "a'''b", Text: '"\\n' }
  const python = copiedAs('Python', { method: 'POST', path: '/x', body }, 'http://host')
  const raw = /r'''(.*)'''\)\)/.exec(python)?.[1] ?? ''
  expect(JSON.parse(raw)).toEqual(body)
  const typescript = copiedAs('TypeScript', { method: 'POST', path: '/x', body }, 'http://host')
  expect(JSON.parse(/JSON\.stringify\(([\s\S]*?)\),\n\}\)/.exec(typescript)?.[1] ?? '')).toEqual(body)
})
