// The functions of uxhw.h, read from the header itself.
import { type HeaderFunction, headerFunctions } from '@credence/ui/uxhw-header'
import header from '../../../../packages/engine/src/guest/include/uxhw.h?raw'

export const functions: ReadonlyMap<string, HeaderFunction> = new Map(headerFunctions(header).map((each) => [each.name, each]))
