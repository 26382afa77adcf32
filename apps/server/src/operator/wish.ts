// What the words of the command line ask to be done on the machine, instead of a start.

export interface Wish {
  /** Behind `=`; undefined: the flag stands alone. */
  readonly given: string | undefined
  /** The words without it. */
  readonly rest: readonly string[]
}

/** @param flag  `--plan`, alone or as `--plan=…`. @returns undefined: it is not among the words */
export function wishOf(flag: string, argv: readonly string[]): Wish | undefined {
  const word = argv.find((one) => one === flag || one.startsWith(`${flag}=`))
  if (word === undefined) return undefined
  return { given: word === flag ? undefined : word.slice(flag.length + 1), rest: argv.filter((one) => one !== word) }
}
