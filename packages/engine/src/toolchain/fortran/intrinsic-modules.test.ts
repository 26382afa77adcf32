import { expect, test } from 'vitest'
import { intrinsicModules } from './intrinsic-modules.ts'

const BUILTINS = `\ufeff!mod$ v1 sum:0000000000000000
module __fortran_builtins
type,bind(c)::__builtin_c_ptr
integer(8),private::__address
end type
type::__builtin_event_type
integer(8),private::__count=-1_8
end type
type(__builtin_c_ptr),parameter::__builtin_c_null_ptr=__builtin_c_ptr(__address=0_8)
end
`
const BINDING = `\ufeff!mod$ v1 sum:0000000000000000
!need$ f1768b83d01573f2 n __fortran_builtins
module iso_c_binding
integer(4),parameter::c_long=8_4
integer(4),parameter::c_long_long=8_4
integer(4),parameter::c_size_t=8_4
end
`
const ARITHMETIC = `\ufeff!mod$ v1 sum:0000000000000000
module ieee_arithmetic
private::ieee_class_a8
interface
elemental function ieee_class_a8(x)
real(8),intent(in)::x
end
end interface
private::ieee_class_a10
interface
elemental function ieee_class_a10(x)
real(10),intent(in)::x
end
end interface
interface ieee_class
procedure::ieee_class_a8
procedure::ieee_class_a10
end interface
end
`
const made = intrinsicModules(
  new Map([
    ['iso_c_binding', BINDING],
    ['__fortran_builtins', BUILTINS],
    ['ieee_arithmetic', ARITHMETIC],
    ['cudadevice', BINDING],
  ]),
)

test('addresses and what C counts with them have 4 bytes', () => {
  expect(made.get('__fortran_builtins')).toContain('integer(4),private::__address\nend type\ntype::__builtin_event_type\ninteger(8)')
  expect(made.get('__fortran_builtins')).toContain('__builtin_c_ptr(__address=0_4)')
  expect(made.get('iso_c_binding')).toContain('c_long=4_4\ninteger(4),parameter::c_long_long=8_4\ninteger(4),parameter::c_size_t=4_4')
})
test('sums are those of the new texts, also where a module needs another', () => {
  const sum = /sum:([0-9a-f]{16})/.exec(made.get('__fortran_builtins')!)![1]
  expect(sum).not.toBe('0000000000000000')
  expect(made.get('iso_c_binding')).toContain(`!need$ ${sum} n __fortran_builtins`)
  // FNV-1a of 64 bits of 'a', by its authors.
  expect(intrinsicModules(new Map([['ieee_features', '\ufeff!mod$ v1 sum:0000000000000000\na']])).get('ieee_features')).toContain(
    'sum:af63dc4c8601ec8c',
  )
})
test('procedures of real(10) are gone with their names, and modules of other machines are left alone', () => {
  expect(made.get('ieee_arithmetic')).not.toMatch(/a10|\(10\)/)
  expect(made.get('ieee_arithmetic')).toContain('procedure::ieee_class_a8\nend interface')
  expect([...made.keys()].sort()).toEqual(['__fortran_builtins', 'ieee_arithmetic', 'iso_c_binding'])
})
