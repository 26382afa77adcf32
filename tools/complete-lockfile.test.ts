import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Lockfile, missingOptional, platformEntry } from './complete-lockfile.ts'

test('every optional dependency has a lock entry, without which npm ci refuses the file', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  expect([...missingOptional(lock).keys()], 'run: node bin/node.cjs tools/complete-lockfile.ts').toEqual([])
})

test('an optional dependency nested in its parent, or beside it, is not missing', () => {
  const lock: Lockfile = {
    packages: {
      'node_modules/a': { optionalDependencies: { 'nested-linux-x64': '1.0.0', 'beside-linux-x64': '1.0.0' } },
      'node_modules/a/node_modules/nested-linux-x64': {},
      'node_modules/beside-linux-x64': {},
      'node_modules/a/node_modules/b': { optionalDependencies: { 'gone-linux-x64': '2.0.0' } },
    },
  }
  expect([...missingOptional(lock)]).toEqual([['node_modules/gone-linux-x64', '2.0.0']])
})

test('a platform is read off the package name, and a name without one is refused', () => {
  expect(platformEntry('@biomejs/cli-linux-x64-musl', '2.6.8')).toEqual({
    version: '2.6.8',
    cpu: ['x64'],
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
  expect(() => platformEntry('fsevents', '2.3.3')).toThrow('fsevents@2.3.3')
})
