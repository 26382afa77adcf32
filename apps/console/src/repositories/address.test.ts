import { expect, test } from 'vitest'
import { directoryFault, isFixed, isSameAddress, partsOf, readAddress, referenceFault } from './address.ts'

const urlOf = (typed: string) => {
  const read = readAddress(typed)
  return 'address' in read ? read.address.url : read.fault
}

test('what people have at hand becomes the address to clone from', () => {
  const same = [
    'owner/name',
    'owner/name.git',
    ' https://github.com/owner/name ',
    'https://github.com/owner/name.git',
    'https://github.com/owner/name/',
    'https://github.com/owner/name#gh-dark-mode-only',
    'https://github.com/owner/name?tab=readme-ov-file',
    'https://github.com/owner/name/tree/main',
    'https://github.com/owner/name/blob/main/src/main.c#L3',
    'github.com/owner/name',
  ]
  expect(new Set(same.map(urlOf))).toEqual(new Set(['https://github.com/owner/name']))
  expect(urlOf('https://git.example:8443/group/sub/name/-/tree/develop')).toBe('https://git.example:8443/group/sub/name')
  expect(urlOf('https://localhost:4000/sensor')).toBe('https://localhost:4000/sensor')
  expect(urlOf('localhost:4000/sensor')).toBe('https://localhost:4000/sensor')
})
test('the branch of a page is taken over', () => {
  expect(readAddress('https://github.com/owner/name/tree/v2%2Fx')).toMatchObject({
    address: { branch: 'v2/x', owner: 'owner', name: 'name', isGitHub: true },
  })
  expect(readAddress('https://git.example/g/name/-/tree/dev/src')).toMatchObject({ address: { branch: 'dev', isGitHub: false } })
})
test.each([
  ['', 'Type an address'],
  ['two words', 'no spaces'],
  ['git@github.com:owner/name.git', 'https://github.com/owner/name'],
  ['ssh://git@git.example:22/owner/name', 'https://git.example/owner/name'],
  ['http://git.example/a/b', 'https alone'],
  ['file:///etc/passwd', 'no address'],
  ['javascript:alert(1)', 'no address'],
  ['https://user:secret@git.example/a', 'Leave out user name'],
  ['https://github.com/owner', 'owner/name'],
  ['https://git.example', 'ends before'],
  ['<img src=x>', 'no spaces'],
  ['nonsense', 'no address'],
])('%j is told what is wrong', (typed, part) => {
  expect(readAddress(typed)).toEqual({ fault: expect.stringContaining(part) })
})
test('addresses with and without .git are one repository', () => {
  expect(isSameAddress('https://a.example/b/c.git', 'https://a.example/b/c/')).toBe(true)
  expect(isSameAddress('https://a.example/b/c', 'https://a.example/b/d')).toBe(false)
  expect(partsOf('https://a.example/b/c%20d')).toMatchObject({ owner: 'b', name: 'c d' })
})
test('names of branches, commits and folders are as git and the platform have them', () => {
  expect(['main', 'feature/é', 'v1.2'].map((name) => referenceFault(name, 'branch'))).toEqual(['', '', ''])
  for (const name of ['', '-b', 'a..b', 'a b', 'x.lock']) expect(referenceFault(name, 'commit')).not.toBe('')
  expect(['src', '.', 'a/b'].map(directoryFault)).toEqual(['', '', ''])
  for (const name of ['', '/src', '../src']) expect(directoryFault(name)).not.toBe('')
  expect([isFixed('a'.repeat(40)), isFixed('HEAD'), isFixed('abcdef1')]).toEqual([true, false, false])
})
