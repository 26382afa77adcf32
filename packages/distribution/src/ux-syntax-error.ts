// The one error of the readers of Ux text and Ux bytes: it says what is wrong and where.

export class UxSyntaxError extends Error {
  readonly problem: string
  /** Characters (text) or bytes (binary form) in front of the fault. */
  readonly offset: number

  constructor(problem: string, offset: number, unit: 'character' | 'byte' = 'character') {
    super(`${problem} (at ${unit} ${offset})`)
    this.name = 'UxSyntaxError'
    this.problem = problem
    this.offset = offset
  }
}
