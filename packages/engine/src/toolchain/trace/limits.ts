// How much may be traced. Outside of the compile process, which has the limits of the contract nowhere.
import { LIMITS } from '@credence/contract/limits'
import type { TraceVariable } from '../../types.ts'
import { isFortran } from '../fortran/sources.ts'
import { elementCount } from './expression.ts'
import { fortranRange } from './fortran.ts'
import { traceError } from './traced-files.ts'

/** Errors for the build output; empty: compile. */
export function traceLimitErrors(variables: readonly TraceVariable[]): string[] {
  const { variables: most, expressionCharacters, elements } = LIMITS.trace
  if (variables.length > most) return [`error: ${variables.length} trace variables, and at most ${most} are taken`]
  return variables.flatMap((variable) => {
    const { file, expression } = variable
    if (expression.length > expressionCharacters) return [traceError(variable, `the expression has more than ${expressionCharacters} characters`)]
    const count = isFortran(file) ? (fortranRange(expression)?.count ?? 1) : elementCount(expression)
    return count > elements ? [traceError(variable, `the range has ${count} elements, and at most ${elements} are traced`)] : []
  })
}
