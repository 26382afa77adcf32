import { describe, expect, test } from 'vitest'
import { hasWideForall, mayHaveWideIntegers, withWideLoops } from './wide-loops.ts'

const inModule = (...lines: string[]): string => ['module attributes {} {', '  func.func @f() {', ...lines, '  }', '}'].join('\n')

describe('loops over 64-bit integers', () => {
  test('only programs that declare a kind of integers can have them', () => {
    expect(mayHaveWideIntegers(['integer i\nreal(8) x'], [])).toBe(false)
    expect(mayHaveWideIntegers(['real x', '  INTEGER (ik) :: i'], [])).toBe(true)
    expect(mayHaveWideIntegers([''], ['-fdefault-integer-8'])).toBe(true)
  })
  test('count iterations, and keep all bits of their variable', () => {
    const made = withWideLoops(
      inModule(
        '    %8 = fir.convert %7 : (i64) -> index loc(#loc3)',
        '    %9 = fir.convert %6 : (i32) -> index',
        '    %c1 = arith.constant 1 : index',
        '    %r = fir.do_loop %arg0 = %8 to %9 step %c1 -> index {',
        '      %11 = fir.convert %arg0 : (index) -> i64',
        '      fir.result %arg0 : index',
        '    }',
        '    %12 = fir.convert %r : (index) -> i64',
      ),
    )
    const name = (pattern: RegExp): string => pattern.exec(made)?.[1] ?? 'missing'
    const step = name(/(%wide_\d+) = arith\.constant 1 : i64/)
    const product = name(/(%wide_\d+) = arith\.muli %wide_\d+, /)
    expect(made).toContain('func.func private @_FortranALoopTooLong()')
    expect(made).toMatch(/%r = fir\.do_loop %arg0 = %wide_\d+ to %wide_\d+ step %wide_\d+ -> index \{/)
    expect(made).toContain(`arith.muli ${name(/(%wide_\d+) = fir\.convert %arg0 : \(index\) -> i64/)}, ${step} : i64`)
    expect(made).toContain(`%11 = fir.convert ${name(new RegExp(`(%wide_\\d+) = arith\\.addi ${product}, %7 `))} : (i64) -> i64`)
    expect(made).toContain('      fir.result %arg0 : index')
    expect(made).toMatch(/%12 = fir\.convert %wide_\d+ : \(i64\) -> i64/)
  })
  test('what is computed in the width of an address is computed again in 64 bits where it becomes a value', () => {
    const made = withWideLoops(
      inModule(
        '    %1 = fir.convert %0 : (i64) -> index',
        '    %2 = arith.addi %1, %arg0 : index',
        '    %3 = fir.convert %2 : (index) -> i64',
        '    %4 = fir.convert %arg0 : (index) -> i64',
      ),
    )
    expect(made).toMatch(
      /(%wide_\d+) = fir\.convert %arg0 : \(index\) -> i64\n *(%wide_\d+) = arith\.addi %0, \1 : i64\n *%3 = fir\.convert \2 : \(i64\) -> i64/,
    )
    expect(made).toContain('%4 = fir.convert %arg0 : (index) -> i64')
  })
  test('a name that a region beside it had used means what it is now', () => {
    const made = withWideLoops(
      inModule('    %1 = fir.convert %0 : (i64) -> index', '    %1 = fir.load %5 : !fir.ref<index>', '    %2 = fir.convert %1 : (index) -> i64'),
    )
    expect(made).toContain('%2 = fir.convert %1 : (index) -> i64')
  })
  test('DO CONCURRENT counts in those of its variables that are wide; what it needs stands before the construct', () => {
    const lines = withWideLoops(
      inModule(
        '    %1 = fir.convert %0 : (i64) -> index',
        '    %2 = fir.convert %5 : (i32) -> index',
        '    fir.do_concurrent {',
        '      %3 = fir.alloca i64',
        '      fir.do_concurrent.loop (%arg0, %arg1) = (%1, %2) to (%1, %2) step (%2, %2) {',
        '        %6 = fir.convert %arg0 : (index) -> i64',
        '        %7 = fir.convert %arg1 : (index) -> i64',
        '      }',
        '    }',
      ),
    ).split('\n')
    const at = (pattern: RegExp): number => lines.findIndex((line) => pattern.test(line))
    expect(at(/_FortranALoopTooLong\(\) :/)).toBeLessThan(at(/fir\.do_concurrent \{/))
    expect(at(/arith\.divsi/)).toBeLessThan(at(/fir\.do_concurrent \{/))
    expect(lines[at(/do_concurrent\.loop/)]).toMatch(/\(%arg0, %arg1\) = \(%wide_\d+, %2\) to \(%wide_\d+, %2\) step \(%wide_\d+, %2\) \{$/)
    expect(lines.join('\n')).toMatch(/%6 = fir\.convert %wide_\d+ : \(i64\) -> i64\n *%7 = fir\.convert %arg1 : \(index\) -> i64/)
  })
  test('FORALL over wide integers is seen, over others not', () => {
    const forall = (type: string) =>
      `    hlfir.forall lb {\n      hlfir.yield %1 : ${type} \n    } ub {\n      hlfir.yield %2 : ${type} \n    }  (%arg0: ${type}) {\n    }`
    expect([forall('i64'), forall('i32')].map(hasWideForall)).toEqual([true, false])
  })
  test('loops that are right stay as they are', () => {
    const ir = inModule('    %1 = fir.convert %0 : (i32) -> index', '    fir.do_loop %arg0 = %1 to %1 step %1 {', '    }')
    expect(withWideLoops(ir)).toBe(ir)
  })
})
