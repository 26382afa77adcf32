import { describe, expect, test } from 'vitest'
import { commonSizes, retarget } from './retarget.ts'

const HEAD = 'target datalayout = "e-m:x-p:32:32-i64:64"\ntarget triple = "i686-w64-windows-gnu"\n'
const irOf = (text: string): string => {
  const made = retarget(HEAD + text)
  return 'ir' in made ? made.ir : made.refused
}

describe('IR of flang for WebAssembly', () => {
  test('names the machine anew and leaves the layout to the compiler', () => {
    expect(irOf('')).toContain('target triple = "wasm32-unknown-wasip1"')
    expect(irOf('')).not.toMatch(/datalayout|i686/)
  })
  test('forgets the processor, and leaves no group of attributes empty', () => {
    const group = (number: number, words: string) => `attributes #${number} = { ${words} }`
    expect(irOf([group(1, '"target-cpu"="i686"'), group(2, 'nounwind "tune-cpu"="x"')].join('\n'))).toContain(
      [group(1, '"fortran"'), group(2, 'nounwind')].join('\n'),
    )
  })
  test('main takes what main takes here', () => {
    const ir = irOf('define noundef i32 @main(i32 %0, ptr %1, ptr %2) {\n}')
    expect(ir).toContain('@fortran_main(i32 %0, ptr %1, ptr %2)')
    expect(ir).toContain('define i32 @__main_argc_argv(i32 %count, ptr %words)')
    const wide = irOf('define i64 @main(i64 %0, ptr %1, ptr %2) {\ncall void @_FortranAProgramStart(i64 %0, ptr %1)\n}')
    expect(wide).toMatch(/@fortran_main\(i32 %0, .*\ncall void @_FortranAProgramStart\(i32 %0,/)
    expect(wide).toMatch(/%code = call i64 @fortran_main\(.*\n.*trunc i64 %code to i32\n/)
  })
  test('COMMON blocks of one name are as large as the largest', () => {
    const block = (bytes: number) => `@blk_ = common global [${bytes} x i8] zeroinitializer, align 8`
    const made = retarget(HEAD + block(8), commonSizes([block(8), block(24)]))
    expect('ir' in made && made.ir).toContain('@blk_ = weak global [24 x i8] zeroinitializer, align 8')
  })
  test('single complex functions go to those that give one integer', () => {
    expect(irOf('%8 = call i64 @csqrtf(ptr %2)\n%9 = call double @cabs(ptr %2)')).toContain('@fortran_csqrtf(ptr %2)\n%9 = call double @cabs(')
  })
  test('nearest integers of 64 bits do not go through the 32 of long', () => {
    const ir = irOf(
      '%1 = call i64 @llvm.lround.i64.f32(float %x)\n%2 = call i64 @llvm.lround.i64.f64(double %y)\n%3 = call i32 @llvm.lround.i32.f64(double %y)',
    )
    expect(ir).toMatch(/i64 @fortran_nint32\(float .*\n.* i64 @fortran_nint64\(double .*\n.* i32 @llvm\.lround\.i32\.f64\(/)
  })
  test('kinds of one processor family are refused by name, but not in texts', () => {
    expect(irOf('%1 = fadd x86_fp80 %a, %b')).toMatch(/^real\(10\) is not available/)
    expect(irOf('@t = constant [8 x i8] c"x86_fp80"')).toContain('c"x86_fp80"')
  })
})
