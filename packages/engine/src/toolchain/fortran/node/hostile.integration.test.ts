// Sources that mean harm: what flang and the programs that it makes may take of the machine, and what is said.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, openEngine } from '../../../index.ts'
import { TEST_CACHE } from '../../testing/toolchain.ts'
import { buildSources, runSources, type Sources } from '../testing/program.ts'
import { fortranSupport } from './flang.ts'

const support = await fortranSupport()
const missing = 'missing' in support ? support.missing : undefined
const program = (statements: string) => `program p\n${statements}\nend program\n`

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ cacheDir: TEST_CACHE, poolSize: 1, buildLimits: { processorMilliseconds: 4000, wallMilliseconds: 120_000 } })
})
afterAll(() => engine?.close())
const build = (sources: Sources) => buildSources(engine, sources)
const outputOf = (statements: string) => runSources(engine, { 'p.f90': program(statements) })

describe.skipIf(missing)(`hostile Fortran${missing ? `, skipped: ${missing}` : ''}`, () => {
  test('constants that take long to compute meet the limit of the build, and it is told', async () => {
    const { module, limit, output } = await build({
      'p.f90': program('integer, parameter :: n = sum([(((i * j * k, i=1,3000), j=1,3000), k=1,3000)])\nprint *, n'),
    })
    expect([module, limit]).toEqual([undefined, 'processorMilliseconds'])
    expect(output).toMatch(/^error: processor time limit of 4 s for one build reached: /m)
  })

  test.each([
    ['parentheses', `print *, ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['blocks', `${'if (i > 0) then\n'.repeat(5000)}i = 2\n${'end if\n'.repeat(5000)}`],
  ])('%s that nest too deeply break the compiler down, which says nothing of this machine', async (_what, statements) => {
    const { module, output } = await build({ 'p.f90': program(statements) })
    expect(module).toBeUndefined()
    expect(output).toBe('p.f90: error: the Fortran compiler broke down on this source; have its statements nest less deeply, or split it\n')
  })
  test('a source that includes itself is an error', async () => {
    const { module, output } = await build({ 'p.f90': program("include 'p.f90'") })
    expect(module).toBeUndefined()
    expect(output).toContain('too many nested INCLUDE/#include files, possibly circular')
  })
  test('no way leads to files of the host as they are compiled', async () => {
    const { module, output } = await build({
      'p.F90': `#include "/etc/passwd"\n#include </w/../etc/hostname>\n${program("include '../../../../etc/passwd'")}`,
      'config.mk': 'FFLAGS = -cpp -I/etc\n',
    })
    expect(module).toBeUndefined()
    expect(output.match(/Could not open|was not found/g)).toHaveLength(3)
    expect(output).not.toMatch(/root:/)
  })

  test.each([
    ['common', 'real(8) :: a\ncommon /c/ a(2000000000)\na(1) = 1\nprint *, a(1)'],
    ['static', 'real(8), save :: a(2000000000)\nread *, i\na(i) = 1\nprint *, a(i / 2)'],
  ])('an array of 16 GB in %s memory is an error', async (_where, statements) => {
    const { module, output } = await build({ 'p.f90': program(statements) })
    expect(module).toBeUndefined()
    expect(output).toMatch(/error: .*(memory|static|too large)/)
  })
  test('an array that the memory has not is refused where it is allocated', async () => {
    const { stdout } = await outputOf('real(8), allocatable :: a(:)\ndo i = 60, 30, -10\nallocate(a(2_8**i), stat=k)\nprint *, k /= 0\nend do')
    expect(stdout).toBe(' T\n T\n T\n T\n')
  })
  test.each([
    ['the memory', 'n = 30000\nallocate(a(n, n))'],
    ['32 bits', 'n = 65536\nallocate(a(n, n))'],
    ['32 bits, a constant', 'allocate(a(65536, 65536))'],
  ])('an array larger than %s ends the program where nobody asks for STAT=', async (_what, allocate) => {
    const { code, ending, stdout, stderr } = await outputOf(`real(8), allocatable :: a(:, :)\n${allocate}\na(1, 1) = 2\nprint *, size(a), a(1, 1)`)
    expect([code === 0 || stdout, ending.kind === 'exit' ? stderr : ending]).toEqual(['', expect.anything()])
    expect(stderr).toMatch(/not enough memory for \d+ bytes/)
  })
  test('an array too large for the stack names its procedure', async () => {
    const { ending, message } = await outputOf(
      'call s(100000000)\ncontains\nsubroutine s(n)\ninteger :: n\nreal(8) :: a(n)\na = 1\nprint *, sum(a)\nend subroutine',
    )
    expect(ending.kind).toBe('trap')
    expect(message).toContain('stack overflow')
  })

  test.each([
    ["f = '(*(1x))'", 'repeats what takes no data without end'],
    ["f = repeat('(', 1000)//'i2'//repeat(')', 1000)", 'parentheses'],
    ["f = '(f900000000.5)'", 'has a width above 1000000'],
    ["f = '(f0.900000000)'", 'asks for more than 300 digits'],
    ["f = '(1x'", 'has no closing parenthesis'],
    ["f = '(2000000000x,f4.1)'", 'has a number above 999999999'],
    ["f = '(200(1000000x),f4.1)'", 'moves behind column 100000000'],
    ["f = '(t900000000,f4.1)'", 'moves behind column 100000000'],
  ])('a format by %s ends with an error', async (format, message) => {
    const { code, stderr } = await outputOf(`character(2010) :: f\n${format}\nwrite(*, f) 5.0`)
    expect(code).toBe(134)
    expect(stderr).toContain(message)
  })
  test('what a format asks of the memory is known to IOSTAT= and IOMSG=', async () => {
    const { stdout } = await outputOf(
      `character(90) :: m\nwrite (*, '(a,900000000("0123456789"),a)', iostat=k, iomsg=m) 'x', 'y'\nprint *, k > 0, m(:33)\nwrite (*, '(a)') 'z'`,
    )
    expect(stdout).toBe(' T there is no memory for a record o\nz\n')
  })
  test('a program opens nothing outside of its own folder', async () => {
    const paths = ['/etc/passwd', '../../../../../../etc/passwd', '/proc/self/environ']
    const opens = paths.map((path) => `open(1, file='${path}', status='old', iostat=i)\nprint *, i /= 0`)
    const { stdout } = await outputOf(`${opens.join('\n')}\nopen(1, file='/tmp/x/../../etc/new', status='new', iostat=i)\nprint *, i /= 0`)
    expect(stdout).toBe(' T\n T\n T\n T\n')
  })
})
