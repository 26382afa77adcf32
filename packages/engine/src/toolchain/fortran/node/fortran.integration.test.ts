// Fortran programs from source to output, by the machine's flang and our own runtime.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, openEngine } from '../../../index.ts'
import { TEST_CACHE } from '../../testing/toolchain.ts'
import { buildSources, runSources, type Sources } from '../testing/program.ts'
import { fortranSupport } from './flang.ts'

const support = await fortranSupport()
const missing = 'missing' in support ? support.missing : undefined
const golden = (name: string) => readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8')

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ cacheDir: TEST_CACHE, poolSize: 1 })
})
afterAll(() => engine?.close())

const build = (sources: Sources) => buildSources(engine, sources)
const outputOf = (sources: Sources) => runSources(engine, sources)

describe.skipIf(missing)(`Fortran${missing ? `, skipped: ${missing}` : ''}`, () => {
  test('reads and writes under every kind of transfer as flang and its runtime do', async () => {
    expect(await outputOf({ 'formats.f90': golden('formats.f90') })).toMatchObject({ stdout: golden('formats.txt'), code: 3 })
  })
  test('has types, pointers, array intrinsics and texts as flang and its runtime have', async () => {
    expect(await outputOf({ 'language.f90': golden('language.f90') })).toMatchObject({ stdout: golden('language.txt'), code: 0 })
  })

  test.each(['-O0', '-O2'])('passes on procedures that see the variables around them, %s', async (level) => {
    const sources = { 'trampolines.f90': golden('trampolines.f90'), 'config.mk': `OPTFLAGS = ${level}\n` }
    expect(await outputOf(sources)).toMatchObject({ stdout: golden('trampolines.txt'), code: 0 })
  })
  test.each(['types.f90', 'parts.f90', 'pointers.f90', 'digits.f90', 'legacy.f'])('runs %s as flang and its runtime do', async (name) => {
    expect(await outputOf({ [name]: golden(name) })).toMatchObject({ stdout: golden(name.replace(/\.f(90)?$/, '.txt')), code: 0 })
  })
  test('has the procedures that no standard has, as the manual of GNU Fortran describes them', async () => {
    expect(await outputOf({ 'extensions.f': golden('extensions.f') })).toMatchObject({ stdout: golden('extensions.txt'), code: 0 })
    const { module, output } = await build({ 'p.f': '      PROGRAM P\n      CALL IDATE(I, J, K)\n      CALL ODD(X)\n      END\n' })
    expect(module).toBeUndefined()
    expect(output).toContain('p.f: error: undefined symbol: odd\n')
  })
  test('has namelists as flang and its runtime have', async () => {
    expect(await outputOf({ 'namelists.f90': golden('namelists.f90') })).toMatchObject({ stdout: golden('namelists.txt'), code: 0 })
  })

  test('an uncertain value has the same digits as in C where the operations are the same', async () => {
    const fortran = `program p
  use uxhw
  real(8) :: x, y
  x = UxHwDoubleGaussDist(2d0, 0.1d0)
  y = UxHwDoubleUniformDist(0d0, 1d0)
  if (x > 2.05d0) y = 2 * y
  print '(F8.4)', x * y + sqrt(x)
end program`
    const c = `#include <uxhw.h>
#include <stdio.h>
#include <math.h>
int main() {
  double x = UxHwDoubleGaussDist(2, 0.1), y = UxHwDoubleUniformDist(0, 1);
  if (x > 2.05) y = 2 * y;
  printf("%8.4f\\n", x * y + sqrt(x));
}`
    const { stdout } = await outputOf({ 'p.f90': fortran })
    expect(stdout).toMatch(/^ {2}2\.4142Ux04[0-9A-F]{2000,}\n$/)
    expect(stdout).toBe((await outputOf({ 'p.c': c })).stdout)
  })
  test('columns count the decimal, tails follow; a value that is written can be read', async () => {
    const program = `program p
  use uxhw
  real(8) :: x, y
  character(4200) :: text
  x = UxHwDoubleGaussDist(2d0, 0.1d0)
  write(text, '(F6.2)') x
  read(text, '(F6.2)') y
  print '(F6.2,A,T12,A)', y, '|', 'at 12'
  print *, uxhw_particle(x), UxHwDoubleQuantile(x, 0.5d0), x - x
end program`
    const { stdout } = await outputOf({ 'p.f90': program })
    expect(stdout.replaceAll(/Ux[0-9A-F]+/g, '~')).toBe('  2.00~|    at 12\n 2. 2. 0.\n')
  })
  test('modules are compiled before what uses them, and C and Fortran call each other', async () => {
    const sources = {
      'a_main.f90': `program p
  use shapes
  use iso_c_binding
  implicit none
  integer :: i
  interface
    real(8) function twice(x) bind(c)
      real(8), value :: x
    end function
    integer(c_int) function code(c) bind(c)
      import
      character(kind=c_char), value :: c
    end function
    character(kind=c_char) function letter(code) bind(c)
      import
      integer(c_int), value :: code
    end function
  end interface
  print *, area(2d0), twice(1.5d0)
  print *, (code(char(i)), i = 100, 200, 50), ichar(letter(200))
  print *, code(letter(97))
end program`,
      'z_shapes.f90':
        'module shapes\nuse iso_c_binding, only: c_char\ncontains\nreal(8) function area(r)\nreal(8), intent(in) :: r\narea = r * r\nend function\ncharacter(kind=c_char) function same(c) bind(c)\ncharacter(kind=c_char), value :: c\nsame = c\nend function\nend module\n',
      'twice.c': `char same(char c);
double twice(double x) { return 2 * x; }
int code(char c) { return same(c); }
char letter(int code) { return (char)code; }
int fail(void) { return 0; } /* names that the runtime has, too */
int memory(int of) { return of; }
int find_unit = 3;
`,
      'old.f': 'C     fixed form\n      SUBROUTINE UNUSED(A)\n      DOUBLE PRECISION A\n      COMMON /BLK/ B\n      A = B\n      END\n',
    }
    expect((await outputOf(sources)).stdout).toBe(' 4. 3.\n 100 -106 -56 200\n 97\n')
  })

  test('a namelist takes uncertain values, and writes them', async () => {
    const program = `program p
  use uxhw
  real(8) :: x, y
  character(9000) :: text
  namelist /group/ x, y
  x = UxHwDoubleGaussDist(2d0, 0.1d0); y = 3
  write(text, group)
  x = 0; y = 0
  read(text, nml=group)
  print *, x - 1, y
end program`
    const { stdout } = await outputOf({ 'p.f90': program })
    expect(stdout).toMatch(/^ 1\.Ux04[0-9A-F]{2000,} 3\.\n$/)
  })
  test('addresses have the size that C gives them', async () => {
    const sources = {
      'main.f90': `program p
  use iso_c_binding
  type, bind(c) :: s
    type(c_ptr) :: p
    integer(c_size_t) :: n
    type(c_funptr) :: f
    integer(c_long) :: bytes
  end type
  interface
    subroutine fill(q, n) bind(c)
      import
      type(s) :: q
      integer(c_size_t), value :: n
    end subroutine
  end interface
  abstract interface
    real(c_double) function one(x) bind(c)
      import
      real(c_double), value :: x
    end function
  end interface
  type(s) :: q
  procedure(one), pointer :: f
  real(c_double), pointer :: y(:)
  call fill(q, 4_c_size_t)
  call c_f_pointer(q%p, y, [q%n])
  call c_f_procpointer(q%f, f)
  print *, y, q%bytes, c_sizeof(q), f(3d0), c_associated(q%p)
end program
`,
      'fill.c': `#include <stddef.h>
struct s { double *p; size_t n; double (*f)(double); long bytes; };
static double half(double x) { return x / 2; }
static double kept[] = { 4, 5, 6, 7 };
void fill(struct s *q, size_t n) { q->p = kept; q->n = n; q->f = half; q->bytes = sizeof *q; }
`,
    }
    expect((await outputOf(sources)).stdout).toBe(' 4. 5. 6. 7. 16 16 1.5 T\n')
  })
  test('ieee_arithmetic compares uncertain values, and what needs modes or flags says so', async () => {
    const program = `program p
  use, intrinsic :: ieee_arithmetic
  use uxhw
  real(8) :: x, y
  logical :: flag
  x = UxHwDoubleGaussDist(2d0, 0.1d0)
  y = ieee_value(y, ieee_quiet_nan)
  print *, ieee_is_nan(x), ieee_is_nan(y), ieee_is_finite(x), ieee_is_normal(x), ieee_class(-1d0) == ieee_negative_normal
  print *, ieee_copy_sign(2d0, -1d0), ieee_next_after(1d0, 2d0), ieee_logb(8d0), ieee_rem(7d0, 4d0), ieee_is_negative(x)
  call ieee_set_rounding_mode(ieee_nearest)
  call ieee_get_flag(ieee_overflow, flag)
end program`
    expect((await build({ 'p.f90': program })).output).toContain('ieee_get_flag is not available')
    const { stdout } = await outputOf({ 'p.f90': program.replace(/ {2}call ieee_get_flag.*\n/, '') })
    expect(stdout).toBe(' F T T T T\n -2. 1.0000000000000002 3. -1. F\n')
    const { code, stderr } = await outputOf({ 'p.f90': program.replace(/ {2}call ieee_get_flag.*\n/, '').replace('(ieee_nearest)', '(ieee_up)') })
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('other rounding modes are not available')])
  })
  test('functions of uxhw take functions of Fortran', async () => {
    const program = `module model
  use uxhw
  use iso_c_binding
contains
  real(8) function observable(params, theta) bind(c)
    type(c_ptr), value :: params
    real(8), value :: theta
    real(8), pointer :: deviation
    call c_f_pointer(params, deviation)
    observable = UxHwDoubleGaussDist(theta, deviation)
  end function
  real(8) function reading(theta) bind(c)
    real(8), value :: theta
    reading = UxHwDoubleGaussDist(theta, 0.5d0)
  end function
  subroutine squares(args, input, n, output, m) bind(c)
    type(c_ptr), value :: args
    integer(4), value :: n, m
    real(8) :: input(n), output(m)
    output(1) = sum(input**2)
  end subroutine
end module
program p
  use model
  real(8), target :: deviation = 0.5d0
  real(8) :: x(2), out(1), joint(2)
  type(WeightedDoubleSample) :: w(2)
  print '(F4.2)', uxhw_particle(UxHwDoubleBayesLaplace(observable, c_loc(deviation), UxHwDoubleUniformDist(0d0, 4d0), 2d0, 4))
  print '(F4.2)', uxhw_particle(UxHwDoubleBayesLaplaceOnce(reading, UxHwDoubleUniformDist(0d0, 4d0), 2d0))
  x = [UxHwDoubleGaussDist(1d0, 0.1d0), 2d0]
  call UxHwDoublePropagateFunction(squares, c_null_ptr, x, 2, out, 1)
  w = [WeightedDoubleSample(1d0, 3d0), WeightedDoubleSample(5d0, 1d0)]
  call UxHwDoubleDistFromMultidimensionalSamples(joint, reshape([1d0, 10d0, 2d0, 20d0, 3d0, 30d0, 4d0, 40d0], [2, 4]), 4, 2)
  print *, uxhw_particle(out(1)), uxhw_particle(UxHwDoubleDistFromWeightedSamples(w, 2)), joint(2) - 10 * joint(1)
end program`
    expect((await outputOf({ 'p.f90': program })).stdout).toBe('2.00\n2.00\n 5. 2. 0.\n')
  })

  test('allocation, sources, molds and moves, with what they say', async () => {
    const program = `program p
  implicit none
  type box
    real(8), allocatable :: z(:)
  end type
  type(box), allocatable :: w(:), moved(:)
  real(8), allocatable :: a(:), b(:)
  real(8), pointer :: q(:)
  real(8), target :: t(4) = [1d0, 2d0, 3d0, 4d0]
  class(*), allocatable :: u
  character(:), allocatable :: c
  character(60) :: message
  integer :: n, ios
  n = 3
  allocate(a(n), stat=ios, errmsg=message); print *, ios
  allocate(a(n), stat=ios, errmsg=message); print *, ios /= 0, trim(message)
  a = 1.5d0; allocate(b, source=a); print *, b
  allocate(w(n)); w(2)%z = [1d0, 2d0]; w = w(n:1:-1); call move_alloc(w, moved)
  print *, allocated(w), size(moved), moved(2)%z
  allocate(u, source=2.5d0)
  select type (u)
  type is (real(8)); print *, u
  end select
  allocate(character(n) :: c); c = 'abcdef'; print *, c, len(c)
  q(2:) => t(2:3); print *, lbound(q), q, associated(q, t(2:3))
  deallocate(b, stat=ios); deallocate(b, stat=ios); print *, ios /= 0
end program`
    expect((await outputOf({ 'p.f90': program })).stdout).toBe(
      ' 0\n T the variable is allocated already\n 1.5 1.5 1.5\n F 3 1. 2.\n 2.5\n abcdef 6\n 2 2. 3. T\n T\n',
    )
  })

  test('mistakes are told with their file and line', async () => {
    const { module, output } = await build({ 'p.f90': 'program p\n  integer :: i\n  i = "text"\nend program\n' })
    expect(module).toBeUndefined()
    expect(output).toMatch(/^p\.f90:3:\d+: error: /m)
  })
  test('files of the host cannot be included', async () => {
    const { module, output } = await build({ 'p.f90': "program p\n  include '/etc/passwd'\nend program\n" })
    expect(module).toBeUndefined()
    expect(output).toContain('/etc/passwd')
    expect(output).not.toContain('root:')
  })
  test('a failure of the program names its line', async () => {
    const { stderr, code } = await outputOf({
      'p.f90': "program p\n  integer :: i\n  open(10, file='missing', status='old')\n  read(10, *) i\nend program\n",
    })
    expect(stderr).toContain("p.f90:3: Fortran runtime error: 'missing' could not be opened: it does not exist")
    expect(code).not.toBe(0)
  })
  test('a trap names its file and line', async () => {
    const program = `program p
  integer, allocatable :: a(:)
  integer :: i
  allocate(a(3))
  do i = 1, 2000000000, 100000
    call change(a, i)
  end do
contains
  subroutine change(b, at)
    integer :: b(*), at
    b(at) = at
  end subroutine
end program`
    const { code, ending, message } = await runSources(engine, { 'src/p.f90': program })
    expect([code, ending.kind]).toEqual([undefined, 'trap'])
    expect(message).toContain('src/p.f90:11')
  })
  test('config.mk has flags of Fortran beside those of C, and what flang has not is told', async () => {
    const sources = {
      'config.mk': 'FFLAGS = -DTWICE=2 -cpp -fdefault-real-8 -fcheck=bounds -Imore\nCFLAGS = -DBASE=20\nOPTFLAGS = -O1\n',
      'main.f90':
        "program p\n  use iso_c_binding\n  interface\n    integer(c_int) function base() bind(c)\n      import\n    end function\n  end interface\n  include 'half.inc'\n  print *, kind(half), base() * TWICE\nend program\n",
      'more/half.inc': 'real, parameter :: half = 0.5\n',
      'base.c': 'int base(void) { return BASE; }\n',
      'libs.cpp': '#include <string>\nint unused() { return (int)std::string("x").size(); }\n',
    }
    expect((await outputOf(sources)).stdout).toBe(' 8 40\n')
    expect((await build(sources)).output).toBe('note: option -fcheck=bounds was ignored: flang has no checks of bounds\n')
  })
  test('modules that use each other are an error that names them', async () => {
    const { output } = await build({ 'a.f90': 'module a\nuse b\nend module\n', 'b.f90': 'module b\nuse a\nend module\n' })
    expect(output).toContain('the modules of a.f90, b.f90 use each other in a circle')
  })
})
