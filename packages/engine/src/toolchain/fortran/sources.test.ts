import { describe, expect, test } from 'vitest'
import { inOrderOfUse, sourceForm, unitsOf } from './sources.ts'

describe('sources of Fortran', () => {
  test('the extension decides the form', () => {
    expect(['a.f', 'a.F', 'a.for', 'a.f90', 'a.F90', 'a.f08', 'a.c', 'f90'].map(sourceForm)).toEqual([
      'fixed',
      'fixed',
      'fixed',
      'free',
      'free',
      'free',
      undefined,
      undefined,
    ])
  })
  test('a source says what it defines and uses', () => {
    const text = `! use comments
module Shapes
  use, intrinsic :: iso_fortran_env
  use :: kinds, only: dp
  use,non_intrinsic::extra; use more
contains
  module procedure area
end module
submodule (shapes:details) inner
submodule(shapes) details`
    expect(unitsOf(text, 'free')).toEqual({
      defines: ['shapes', 'shapes:inner', 'shapes:details'],
      uses: ['kinds', 'extra', 'more', 'shapes:details', 'shapes'],
    })
  })
  test('comments of fixed form begin in the first column', () => {
    expect(unitsOf('C     use nothing\n*     use nothing\n      use kinds', 'fixed')).toEqual({ defines: [], uses: ['kinds'] })
  })
  test('what is used comes first, and what is free stays in its order', () => {
    const sources = new Map([
      ['main.f90', { defines: [], uses: ['b', 'iso_c_binding'] }],
      ['other.f90', { defines: [], uses: [] }],
      ['b.f90', { defines: ['b'], uses: ['a'] }],
      ['a.f90', { defines: ['a'], uses: [] }],
    ])
    expect(inOrderOfUse(sources)).toEqual({ order: ['a.f90', 'b.f90', 'main.f90', 'other.f90'] })
  })
  test('sources that wait for each other are named', () => {
    const sources = new Map([
      ['a.f90', { defines: ['a'], uses: ['b'] }],
      ['b.f90', { defines: ['b'], uses: ['a'] }],
    ])
    expect(inOrderOfUse(sources)).toEqual({ circle: ['a.f90', 'b.f90'] })
  })
})
