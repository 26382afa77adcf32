// The functions of uxhw.h and of the module uxhw, read from the header itself.
import { type HeaderFunction, headerFunctions, moduleFunctions } from '@credence/ui/uxhw-header'
import header from '../../../../packages/engine/src/guest/include/uxhw.h?raw'

export const functions: ReadonlyMap<string, HeaderFunction> = new Map(headerFunctions(header).map((each) => [each.name, each]))
/** In small letters, as case says nothing in Fortran. */
export const procedures: ReadonlyMap<string, HeaderFunction> = new Map(moduleFunctions(header).map((each) => [each.name.toLowerCase(), each]))
