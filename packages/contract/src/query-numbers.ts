// Numbers in queries: how they are spelled, and what is said of one that is not. A language's own conversion takes ` 5`, `+5`, `0x10` and `1e3` for numbers too,
// and each language others, so that a slip of a client passes here and fails there.

/** What is used of the schema of a parameter. */
export interface NumberSchema {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
}

const SPELLINGS: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d{1,16}$/,
  number: /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/,
}

/** Whether a query may spell it so: decimal digits, with a sign only where it is negative; a number that need not be whole may have a point and an exponent. True where the parameter is no number. */
export function isSpelled({ type = '' }: NumberSchema, text: string): boolean {
  return SPELLINGS[type]?.test(text) ?? true
}

/** What a parameter takes, in words: `an integer from 0 to 100000`. Undefined where it is no number. */
export function wantedNumber({ type, minimum, maximum }: NumberSchema): string | undefined {
  const what = type === 'integer' ? 'an integer' : type === 'number' ? 'a number' : undefined
  if (what === undefined) return undefined
  if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${what} of at least ${minimum}`
  return maximum === undefined ? what : `${what} of at most ${maximum}`
}
