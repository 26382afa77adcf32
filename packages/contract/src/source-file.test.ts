import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isFixedForm, sourceFile } from './source-file.ts'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

test('Fortran sources of this repository are told apart by their text as by their names', async () => {
  const files = await Array.fromAsync(glob('{examples,packages/engine/src/toolchain/fortran/golden}/**/*.{f,f90}', { cwd: REPOSITORY }))
  expect(files.length).toBeGreaterThan(15)
  const wrong = []
  for (const file of files) if (isFixedForm(await readFile(join(REPOSITORY, file), 'utf8')) !== file.endsWith('.f')) wrong.push(file)
  expect(wrong).toEqual([])
})

test.each([
  ['a comment and a label', 'C     OLD\n      X = 1\n   10 CONTINUE\n      END\n', true],
  ['a continuation', '      PRINT *, 1,\n     1  2\n      END\n', true],
  ['nothing but statements', '      PRINT *, 1\n      END\n', true],
  ['a tab', '\tPRINT *, 1\n10\tCONTINUE\n\tEND\n', true],
  ['a statement at the margin', 'print *, 1\nend\n', false],
  ['an indented one', 'program p\n      call s()\nend\n', false],
  ['words that begin with c', 'call s\nc = 1\nend\n', false],
  ['a continuation of free form', '      print *, 1, &\n      2\n      end\n', false],
  ['deep lines that are long', `      x = ${'1 + '.repeat(20)}1\n      end\n`, false],
  ['nothing', '', false],
])('%s', (_what, code, fixed) => {
  expect(isFixedForm(code)).toBe(fixed)
})

test('the file is named after its language and form', () => {
  expect([sourceFile('C', ''), sourceFile('C++', ''), sourceFile('Fortran', 'end\n'), sourceFile('Fortran', '      END\n')]).toEqual([
    'main.c',
    'main.cpp',
    'main.f90',
    'main.f',
  ])
})
