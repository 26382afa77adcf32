import { expect, test } from 'vitest'
import { causesOf, fetchFailure } from './clone-causes.ts'

test('what git says is told apart from what a compiler says', () => {
  expect(fetchFailure("error: fatal: repository 'https://a.example/b/' not found\n")).toBe("fatal: repository 'https://a.example/b/' not found")
  expect(fetchFailure('note: commit 0123 of branch main of https://a.example/b\nmain.c:3:1: error: x\n')).toBeUndefined()
  expect(fetchFailure('')).toBeUndefined()
})
test.each([
  ["fatal: could not read Username for 'https://github.com': terminal prompts disabled", 'private'],
  ["fatal: couldn't find remote ref refs/heads/gone", 'branch'],
  ["no url found for submodule path 'x' in .gitmodules", 'submodule'],
  ['this platform may not reach 127.0.0.1', 'address'],
  ["the repository has no directory 'src'", 'folder'],
])('%s: the likeliest cause comes first', (message, id) => {
  const causes = causesOf(message)
  expect(causes[0]?.id).toBe(id)
  expect(causes.map((cause) => cause.id)).toEqual(expect.arrayContaining(['private', 'branch', 'submodule']))
  expect(new Set(causes).size).toBe(causes.length)
})
