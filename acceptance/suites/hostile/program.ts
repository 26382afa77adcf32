// A program that attacks, and what most of their sources begin with.

export interface Hostile {
  readonly name: string
  readonly code: string
  readonly language?: 'C' | 'C++'
  /** Default C0-S+. */
  readonly core?: string
  readonly arguments?: string
  /** The last word on it: of a build that is Stopped its output or Message, of a task the Message. Default: it runs to its end. */
  readonly stopped?: { readonly build: RegExp } | { readonly task: RegExp }
  /** What a task must have printed on standard output. */
  readonly prints?: RegExp
  /** From submit to final status, the next one's build included. Default 30. */
  readonly seconds?: number
}

export const C = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <errno.h>\n'
export const main = (body: string, head = C) => `${head}int main(int argc, char **argv) {\n${body}\nreturn 0; }\n`
