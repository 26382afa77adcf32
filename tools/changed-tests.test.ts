import { expect, test } from 'vitest'
import { changeBase, type Git, readerTests, selectTests } from './changed-tests.ts'

/** Answers by the words that it is asked with; anything else fails, as git does. */
const gitOf =
  (answers: Readonly<Record<string, string>>): Git =>
  (...args) =>
    answers[args.join(' ')]

test('a branch is compared with where it left the main branch of the origin', () => {
  const git = gitOf({ 'rev-parse HEAD': 'head', 'merge-base HEAD origin/main': 'left', 'merge-base HEAD main': 'older' })
  expect(changeBase(git)).toEqual({ commit: 'left', name: 'origin/main (left)' })
})
test('without an origin, with the main branch here', () => {
  expect(changeBase(gitOf({ 'rev-parse HEAD': 'head', 'merge-base HEAD main': 'left' }))?.commit).toBe('left')
})
test('on the main branch the last commit counts as changed', () => {
  const git = gitOf({ 'rev-parse HEAD': 'head', 'merge-base HEAD main': 'head', 'rev-parse --verify --quiet HEAD~1': 'before' })
  expect(changeBase(git)?.commit).toBe('before')
})
test('commits that the main branch here has and the origin has not are changes', () => {
  const git = gitOf({ 'rev-parse HEAD': 'head', 'merge-base HEAD origin/main': 'pushed', 'merge-base HEAD main': 'head' })
  expect(changeBase(git)?.commit).toBe('pushed')
})
test('without git, or with nothing to compare with, there is no base, and all tests run', () => {
  expect(changeBase(gitOf({}))).toBeUndefined()
  expect(changeBase(gitOf({ 'rev-parse HEAD': 'only' }))).toBeUndefined()
  expect(selectTests(undefined, undefined, ['a.test.ts']).files).toEqual([])
})
test('where no test imports what changed, those that read the tree run, and it says so', () => {
  const base = { commit: 'c', name: 'main (c)' }
  expect(selectTests([], base, ['a.test.ts'])).toEqual({
    files: ['a.test.ts'],
    said: 'no unit test imports what changed since main (c), and 1 read the tree and run always',
  })
  expect(selectTests(['b.test.ts', 'a.test.ts'], base, ['a.test.ts']).files).toEqual(['a.test.ts', 'b.test.ts'])
})
test('tests that read the tree are there, and need neither database nor browser', () => {
  expect(readerTests()).toContain('tools/changed-tests.test.ts')
  expect(readerTests().filter((file) => file.includes('integration'))).toEqual([])
})
