// Variables and traced values of Fortran programs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, openEngine } from '../../../index.ts'
import { TEST_CACHE } from '../../testing/toolchain.ts'
import { buildSources, runSources } from '../testing/program.ts'
import { fortranSupport } from './flang.ts'

const support = await fortranSupport()
const missing = 'missing' in support ? support.missing : undefined
let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ cacheDir: TEST_CACHE, poolSize: 1 })
})
afterAll(() => engine?.close())

const PROGRAM = `module shapes
  implicit none
  real(8) :: scale = 2d0
contains
  pure real(8) function Area(R, n) result(A)
    real(8), intent(in) :: R
    integer, value :: n
    A = R * n
    if (A > 100d0) return
    A = A * scale
  end function
end module
program Main_Prog
  use shapes
  use uxhw
  implicit none (type, external)
  real(8), allocatable :: v(:)
  real :: single
  integer :: i, total
  allocate(v(3))
  total = 0
  do i = 1, 3
    v(i) = area( & ! a comment
      dble(i), &
      i); total = total + i
  end do

  single = sqrt(2.0)
  v(3) = UxHwDoubleUniformDist(0d0, 1d0) * v(2) ! uncertain
  print *, v(3)
  where (v > 1d0)
    v = 2 * v
  end where
  if (v(1) > 1d0) then
    print *, single
  end if
end program
`
const lineOf = (text: string) => PROGRAM.split('\n').findIndex((line) => line.includes(text)) + 1
const at = (text: string, expression: string) => ({ file: 'p.f90', line: lineOf(text), expression })

describe.skipIf(missing)(`Fortran${missing ? `, skipped: ${missing}` : ''}`, () => {
  test('variables are listed in small letters, with line and procedure', async () => {
    const { variables, output } = await buildSources(engine, { 'p.f90': PROGRAM }, { discoverVariables: true })
    expect(output).toBe('')
    expect(variables?.map(({ name, type, line, function: inside }) => `${line} ${inside || '-'} ${name} ${type}`)).toEqual([
      '3 - scale Variable',
      '5 area a Variable',
      '6 area r FormalParameter',
      '7 area n FormalParameter',
      '17 main_prog v Variable',
      '18 main_prog single Variable',
      '19 main_prog i Variable',
      '19 main_prog total Variable',
    ])
  })

  test('traced values are what a print at the line writes', async () => {
    const traceVariables = [
      at('i); total', 'total'),
      at('A = A * scale', 'A'),
      at('dble(i), &', 'v(i) + 0.5d0'),
      at('single = sqrt', 'single'),
      at('! uncertain', 'V(3)'),
      at('v = 2 * v', 'v(1:2)'),
      at('if (A > 100d0)', 'a'),
      at('end program', 'total'),
      at('if (v(1) >', 'v(1)'),
      at('integer :: i, total', 'total - total'),
    ]
    const { stdout, traced } = await runSources(engine, { 'p.f90': PROGRAM }, { traceVariables })
    const told = traced!.values.map(({ variable, element, value }) => `${variable}.${element} ${Number.parseFloat(value)}`)
    const of = (variable: number) => told.filter((one) => one.startsWith(`${variable}.`)).map((one) => one.slice(2))
    expect(of(0)).toEqual(['0 1', '0 3', '0 6'])
    expect(of(1)).toEqual(['0 2', '0 8', '0 18'])
    expect(of(2)).toEqual(['0 2.5', '0 8.5', '0 18.5'])
    expect(of(3)).toEqual([`0 ${Math.fround(Math.SQRT2)}`])
    expect(of(5)).toEqual(['0 4', '1 16'])
    expect(of(6)).toEqual(['0 1', '0 4', '0 9'])
    expect([...of(7), ...of(8), ...of(9)]).toEqual(['0 6', '0 4', '0 0'])
    const uncertain = traced!.values.find(({ variable }) => variable === 4)!.value
    expect(uncertain).toContain('Ux')
    expect(stdout.split('\n')[0]!.replace(/^.*Ux/, 'Ux')).toBe(uncertain.replace(/^.*Ux/, 'Ux'))
  })
  test('fixed form has room for calls, and old programs have no head', async () => {
    const text = [
      "C     it's old",
      '      DIMENSION A(3)                                                    00000010',
      '      DATA A /1., 2., 3./                                                SEQUENCE',
      '      S = 0.                                                            00000030',
      '      DO 10 I = 1, 3',
      '      S = S +',
      '     1 A(I)                                                             00000060',
      '   10 CONTINUE',
      '      IF (S - 5.) 20, 20, 30',
      "   20 PRINT *, 'SMALL'",
      '   30 STOP',
      '      END',
    ]
    const variable = (line: number, expression: string) => ({ file: './old.f', line, expression })
    const { traced } = await runSources(
      engine,
      { 'old.f': text.join('\n') },
      { traceVariables: [variable(6, 'S'), variable(9, 's*2'), variable(11, 'A(1:3)')] },
    )
    expect(traced!.values.map(({ variable, element, value }) => [variable, element, Number(value)])).toEqual([
      [0, 0, 1],
      [0, 0, 3],
      [0, 0, 6],
      [1, 0, 12],
      [2, 0, 1],
      [2, 1, 2],
      [2, 2, 3],
    ])
  })
  test('what cannot be traced is an error that names it', async () => {
    const traceVariables = [
      at('single = sqrt', 'nothing'),
      at('v(3) = ', 'v'),
      at('print *, v(3)', "'text'"),
      at('real(8) :: scale', 'scale'),
      at('print *, v(3)', 'x; stop'),
    ]
    for (const one of traceVariables) {
      const { module, output } = await buildSources(engine, { 'p.f90': PROGRAM }, { traceVariables: [one] })
      expect(module).toBeUndefined()
      expect(output).toMatch(new RegExp(`^p\\.f90:${one.line}: error: trace variable '${one.expression.replace(/[()]/g, '\\$&')}': \\S.*\\n$`))
    }
  })
})
