import { describe, expect, test } from 'vitest'
import { absolute, buildDirectory, repositoryPath } from './paths.ts'

describe("the user's name of a file that debug information names", () => {
  test.for([
    ['main.c', 0],
    ['src/lib/parts.h', 0],
    ['d/of a name like ours.c', 0],
    ['main.c', 2],
    ['d/of a name like ours.c', 2],
    ['../common/half.c', 1],
    ['../common/half.c', 3],
    ['../../top.h', 2],
  ] as const)('%s, with %i folders above, is the one it was given', ([path, above]) => {
    expect(repositoryPath(absolute(path, above), buildDirectory(above))).toBe(path)
  })
  test('paths that the compiler has joined are made plain, and relative ones stand', () => {
    expect(repositoryPath('/w/d/./src/../lib//a.h', '/w/d')).toBe('lib/a.h')
    expect(repositoryPath('./gram/../fall.y', '/w/d')).toBe('fall.y')
  })
  test.for(['', '<built-in>', '/usr/include/stdio.h', '/h/uxhw.h', '/p/parts.pch'])('%j is none of the user', (path) => {
    expect(repositoryPath(path, '/w')).toBeUndefined()
  })
  test('what #line gives keeps its name, without signs that would end the line of a message', () => {
    expect(repositoryPath('/home/me/fall.y', '/w')).toBe('/home/me/fall.y')
    expect(repositoryPath('two\nlines\u007f.y', '/w')).toBe('two\ufffdlines\ufffd.y')
  })
})
