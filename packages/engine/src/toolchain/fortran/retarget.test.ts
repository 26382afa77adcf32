import { describe, expect, test } from 'vitest'
import { retarget, sharedOf } from './retarget.ts'

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
    const made = retarget(HEAD + block(8), sharedOf([block(8), block(24)]))
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
  test('functions have the names of C', () => {
    expect(irOf('%1 = call float @_hypotf(float %x, float %y)')).toContain('call float @hypotf(float')
  })
  test('tables of types with procedure pointers take their places from the types; without such pointers they stay', () => {
    const name = (of: string) => `{ ptr @${of}, i64 1, i32 20240719, i8 0, i8 40, i8 1, i8 0 }, `
    const table = (what: string, text: string) => `@_QMmEX${what}Xt = linkonce_odr constant ${text}`
    const type = '%_QMmTt = type { i32, ptr, { ptr, i64 } }'
    const components = table(
      'c',
      `{ ${name('a')}i8 1, i8 0, i8 4, i8 0, [4 x i8] undef, i64 0, i8 1 }, { ${name('b')}i8 3, i8 2, i8 4, i8 1, [4 x i8] undef, i64 16, i8 1 }`,
    )
    const whole = table('dt', `{ ${name('t')}i64 24, ptr null }`)
    const pointers = table('p', `{ ${name('p')}i64 8, ptr null }`)
    const place = (of: string) => `i64 ptrtoint (ptr getelementptr (%_QMmTt, ptr null, ${of}) to i64)`
    const made = irOf([type, components, pointers, whole].join('\n'))
    expect(made).toContain(`[4 x i8] undef, ${place('i32 0, i32 0')}, i8 1`)
    expect(made).toContain(`[4 x i8] undef, ${place('i32 0, i32 2')}, i8 1`)
    expect(made).toContain(`${name('p')}${place('i32 0, i32 1')}`)
    expect(made).toContain(`${name('t')}${place('i32 1')}, ptr null`)
    expect(irOf([type, components, whole].join('\n'))).toContain(components)
    const alone = [components, pointers, whole].join('\n')
    expect(irOf(alone)).toMatch(/^the derived type t is not available/) // optimised IR may have no more of it
    const outer = `@_QMmEXcXu = linkonce_odr constant { ${name('part')}i8 5, i8 0, i8 0, i8 0, [4 x i8] undef, i64 0, ptr @_QMmEXdtXt }`
    expect(irOf([type, components, pointers, whole, outer].join('\n'))).toMatch(/^the derived type u is not available/)
    const used = retarget(HEAD + alone, sharedOf([alone, type]))
    expect('ir' in used && used.ir).toContain(
      `${type}\n@_QMmEXcXt = linkonce_odr constant { ${name('a')}i8 1, i8 0, i8 4, i8 0, [4 x i8] undef, ${place('i32 0, i32 0')}`,
    )
    expect(irOf([type, pointers, whole].join('\n'))).toMatch(/^the derived type t is not available/)
  })
  test('characters by value are numbers with a sign, as in C, where procedures are called and where they are defined', () => {
    const made = irOf(
      [
        'declare [1 x i8] @back(i32)',
        'define [1 x i8] @f([1 x i8] returned %0, i32 %1) {',
        '  store [1 x i8] %0, ptr %2, align 1',
        '  %3 = call [1 x i8] @back(i32 %1), !dbg !4',
        '  call void %4([1 x i8] %3, [1 x i8] c"\\AA", ptr %0x)',
        '  ret [1 x i8] %3, !dbg !5',
        '}',
      ].join('\n'),
    )
    expect(made).toContain(
      [
        'declare signext i8 @back(i32)',
        'define signext i8 @f(i8 signext %0, i32 %1) {',
        '  %character.taken.0 = insertvalue [1 x i8] poison, i8 %0, 0',
        '  store [1 x i8] %character.taken.0, ptr %2, align 1',
        '  %character.value.0 = call signext i8 @back(i32 %1), !dbg !4',
        '  %3 = insertvalue [1 x i8] poison, i8 %character.value.0, 0',
        '  %character.value.1 = extractvalue [1 x i8] %3, 0',
        '  %character.value.2 = extractvalue [1 x i8] c"\\AA", 0',
        '  call void %4(i8 signext %character.value.1, i8 signext %character.value.2, ptr %0x)',
        '  %character.value.3 = extractvalue [1 x i8] %3, 0',
        '  ret i8 %character.value.3, !dbg !5',
        '}',
      ].join('\n'),
    )
    const memory = '  %1 = load [1 x i8], ptr %0, align 1\n  call void @f(ptr %0), !dbg !1'
    expect(irOf(memory)).toContain(memory)
  })
  test('places that are cut to an address are computed in as many bits', () => {
    const made = irOf(
      [
        'define void @f(i32 %0, i64 %1) {',
        '  %3 = zext nneg i32 %0 to i64, !dbg !1',
        '  %4 = mul nuw nsw i64 %3, 200',
        '  %5 = add nsw i64 %4, -8589934593',
        '  %6 = add nsw i64 %5, %1, !dbg !2',
        '  %7 = trunc i64 %6 to i32, !dbg !3',
        '  %8 = trunc i64 %1 to i32',
        '  %9 = trunc nuw i64 %3 to i32',
        '}',
        'define void @g(i64 %6) {',
        '  %8 = trunc i64 %6 to i32',
        '}',
      ].join('\n'),
    )
    expect(made).toContain(
      [
        '  %6 = add nsw i64 %5, %1, !dbg !2',
        '  %place.0 = mul i32 %0, 200, !dbg !3',
        '  %place.1 = add i32 %place.0, -1, !dbg !3',
        '  %place.2 = trunc i64 %1 to i32, !dbg !3',
        '  %7 = add i32 %place.1, %place.2, !dbg !3',
        '  %8 = trunc i64 %1 to i32',
        '  %9 = trunc nuw i64 %3 to i32',
        '}',
        'define void @g(i64 %6) {',
        '  %8 = trunc i64 %6 to i32',
      ].join('\n'),
    )
  })
  test('memory is asked for with the size as it was computed', () => {
    const made = irOf(
      [
        'declare noalias noundef ptr @malloc(i32 noundef) local_unnamed_addr #0',
        'define void @f(i64 %0, i32 %1) {',
        '  %3 = trunc nuw i64 %0 to i32',
        '  %4 = call ptr @malloc(i32 %3), !dbg !1',
        '  %5 = tail call noalias ptr @malloc(i32 noundef %1) #2',
        '  %6 = call dereferenceable_or_null(24) ptr @malloc(i32 -8)',
        '  %7 = call ptr @malloc(i32 0)',
        '}',
      ].join('\n'),
    )
    expect(made).toContain(
      [
        'declare noalias noundef ptr @malloc(i32 noundef) local_unnamed_addr #0',
        'declare noalias noundef ptr @fortran_memory(i64 noundef)',
        'define void @f(i64 %0, i32 %1) {',
        '  %3 = trunc nuw i64 %0 to i32',
        '  %4 = call ptr @fortran_memory(i64 %0), !dbg !1',
        '  %memory.size.0 = zext i32 %1 to i64',
        '  %5 = tail call noalias ptr @fortran_memory(i64 %memory.size.0) #2',
        '  %6 = call dereferenceable_or_null(24) ptr @fortran_memory(i64 4294967288)',
        '  %7 = call ptr @fortran_memory(i64 4294967296)',
        '}',
      ].join('\n'),
    )
  })
  test('kinds of one processor family are refused by name, but not in texts', () => {
    expect(irOf('%1 = fadd x86_fp80 %a, %b')).toMatch(/^real\(10\) is not available/)
    expect(irOf('@t = constant [8 x i8] c"x86_fp80"')).toContain('c"x86_fp80"')
  })
  test.each([
    ['@_QFEa = internal unnamed_addr global [65536 x [8192 x double]] zeroinitializer', 'a', 2 ** 32],
    ['@_QMmEz = global [536870912 x { double, double }] zeroinitializer', 'z', 2 ** 33],
    ['@blk_ = common local_unnamed_addr global [6442450944 x i8] zeroinitializer, align 4', 'blk', 6442450944],
  ])('%s is larger than addresses reach', (line, name, bytes) => {
    expect(irOf(line)).toMatch(new RegExp(`^${name} takes ${bytes} bytes of static memory, `))
  })
})
