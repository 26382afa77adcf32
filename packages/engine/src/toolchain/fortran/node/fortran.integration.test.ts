// Fortran programs from source to output, by the machine's flang and our own runtime.
import { readFileSync } from 'node:fs'
import { RECOMMENDED_SPEC as core } from '@credence/contract/cores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Engine, openEngine } from '../../../index.ts'
import { TEST_CACHE } from '../../testing/toolchain.ts'
import { findFlang } from './flang.ts'

const flang = await findFlang()
const golden = (name: string) => readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8')

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ cacheDir: TEST_CACHE, poolSize: 1 })
})
afterAll(() => engine?.close())

async function build(sources: Readonly<Record<string, string>>) {
  const files = new Map(Object.entries(sources).map(([name, text]) => [name, new TextEncoder().encode(text)]))
  return engine.build({ files, core })
}
async function outputOf(sources: Readonly<Record<string, string>>): Promise<{ stdout: string; stderr: string; code: number | undefined }> {
  const { module, output } = await build(sources)
  if (!module) throw new Error(output)
  const text = { Stdout: '', Stderr: '' }
  const { ending } = await engine.run(
    { module, core, arguments: [] },
    {
      output: (stream, bytes) => {
        text[stream] += new TextDecoder().decode(bytes)
      },
    },
  )
  return { stdout: text.Stdout, stderr: text.Stderr, code: ending.kind === 'exit' ? ending.code : undefined }
}

describe.skipIf(!flang)(`Fortran${flang ? '' : ', skipped: this machine has no flang'}`, () => {
  test('reads and writes under every kind of transfer as flang and its runtime do', async () => {
    expect(await outputOf({ 'formats.f90': golden('formats.f90') })).toMatchObject({ stdout: golden('formats.txt'), code: 3 })
  })
  test('has types, pointers, array intrinsics and texts as flang and its runtime have', async () => {
    expect(await outputOf({ 'language.f90': golden('language.f90') })).toMatchObject({ stdout: golden('language.txt'), code: 0 })
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
  implicit none
  interface
    real(8) function twice(x) bind(c)
      real(8), value :: x
    end function
  end interface
  print *, area(2d0), twice(1.5d0)
end program`,
      'z_shapes.f90': 'module shapes\ncontains\nreal(8) function area(r)\nreal(8), intent(in) :: r\narea = r * r\nend function\nend module\n',
      'twice.c': 'double twice(double x) { return 2 * x; }\n',
      'old.f': 'C     fixed form\n      SUBROUTINE UNUSED(A)\n      DOUBLE PRECISION A\n      COMMON /BLK/ B\n      A = B\n      END\n',
    }
    expect((await outputOf(sources)).stdout).toBe(' 4. 3.\n')
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
  test('modules that use each other are an error that names them', async () => {
    const { output } = await build({ 'a.f90': 'module a\nuse b\nend module\n', 'b.f90': 'module b\nuse a\nend module\n' })
    expect(output).toContain('the modules of a.f90, b.f90 use each other in a circle')
  })
})
