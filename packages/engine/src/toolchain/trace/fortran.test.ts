import { describe, expect, test } from 'vitest'
import { statementsOf } from '../fortran/statements.ts'
import { fortranElements, fortranPlaces, roomyText } from './fortran.ts'

describe('statements', () => {
  test('are found through continuations, comments, texts and several on a line', () => {
    const source = `10 x = 'a!b' ; y = 2 ! more
  call s( & ! first

    ! between
    & 'it''s &
    &long', z)
loop: do i = 1, 3
#define nothing`
    expect(statementsOf(source, 'free').map(({ text, line, lastLine }) => [text, line, lastLine])).toEqual([
      ["x=''", 1, 1],
      ['y=2', 1, 1],
      ["calls('''',z)", 2, 6],
      ['doi=1,3', 7, 7],
    ])
  })
  test('of fixed form end at column 72, and go on by a mark in column 6', () => {
    const source = `C     comment\n   10 X = 1${' '.repeat(62)}SEQ\n     1+ 2\n\tY = 3\n* more\n      END`
    expect(statementsOf(source, 'fixed').map(({ text, line, lastLine }) => [text, line, lastLine])).toEqual([
      ['x=1+2', 2, 3],
      ['y=3', 4, 4],
      ['end', 6, 6],
    ])
  })
})

/** The source with the call in it, as one letter. */
function traced(source: string, line: number): string {
  const found = fortranPlaces(source, 'free', line)
  if ('fault' in found) return found.fault
  const { at, lead = ' ', tail = '' } = found.places[0]!
  return `${source.slice(0, at)}${lead}T${tail}${source.slice(at)}`
}
const inProgram = (lines: string) => `program p\n${lines}\nend program`

describe('the place of a trace variable', () => {
  test.each([
    ['x = 1 ! note', 'x = 1; T ! note'],
    ['print *, x', 'print *, x; T'],
    ['10 return', '10 T; return'],
    ['if (x > 1) goto 10', 'T; if (x > 1) goto 10'],
    ['if (x > 1) y = 2', 'if (x > 1) y = 2; T'],
    ['if (x) 10, 20, 30', 'T; if (x) 10, 20, 30'],
    ['if (x > 1) then', 'T; if (x > 1) then'],
    ['do i = 1, 3', 'do i = 1, 3; T'],
    ['select case (i)', 'T; select case (i)'],
    ['end do', 'end do; T'],
    ['real = 3', 'real = 3; T'],
  ])('%s', (line, wanted) => {
    expect(traced(inProgram(line), 2)).toBe(inProgram(wanted))
  })
  test('on a declaration, a blank line and a comment is before what follows', () => {
    const source = inProgram('real :: x\ninteger i\n\n! note\nx = 1')
    for (const line of [1, 2, 3, 4, 5]) expect(traced(source, line)).toBe(source.replace('x = 1', 'T; x = 1'))
  })
  test('is in procedures and main programs only', () => {
    const source =
      'module m\nreal :: x\ninterface\nsubroutine s(y)\nreal y\nend subroutine\nend interface\ncontains\nsubroutine t\nx = 1\nend\nend module'
    for (const line of [1, 2, 4, 5]) expect(traced(source, line)).toBe('no procedure or main program is at that line')
    const found = fortranPlaces(source, 'free', 10)
    expect('places' in found && found.places[0]?.once).toMatchObject({ at: 'module m'.length })
    expect(traced('x = 1\nend', 9)).toBe('no procedure or main program is at that line')
  })
})

test('the elements of a range are those of a subscript', () => {
  expect(fortranElements('a(1:3, k)%x')).toEqual(['a(1, k)%x', 'a(2, k)%x', 'a(3, k)%x'])
  expect(fortranElements('a(-1:0)')).toEqual(['a(-1)', 'a(0)'])
  expect(fortranElements('x')).toEqual(['x'])
  for (const expression of ['', 'x; stop', 'x ! y', 'f(x', 'x)', 'a(3:1)', "f('x)"]) expect(fortranElements(expression)).toHaveProperty('fault')
})
test('a source of fixed form has room behind column 72', () => {
  expect(roomyText(`      X = 1\nC note\n${'      Y'.padEnd(72)}SEQ`, 'fixed')).toBe(`${'      X = 1'.padEnd(72)}\nC note\n${'      Y'.padEnd(72)}`)
})
