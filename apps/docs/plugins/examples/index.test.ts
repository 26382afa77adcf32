import { expect, test } from 'vitest'
import { aboutOf } from './index.ts'

test.each([
  ['// One line.\n#include <stdio.h>\n', 'One line.'],
  ['// A sentence that goes on\n// in the next line? Yes.\n// More of it.\nint x;\n', 'A sentence that goes on in the next line? Yes.'],
  ['// No sentence\nint x;\n', 'No sentence'],
  ['! Of Fortran,\n! in free form.\nprogram p\n', 'Of Fortran, in free form.'],
  ['C     IN FIXED\nC     FORM\n      PROGRAM P\n', 'IN FIXED FORM'],
  ['int x;\n// not at its beginning.\n', ''],
])('what %j is about', (source, about) => {
  expect(aboutOf(source)).toBe(about)
})
