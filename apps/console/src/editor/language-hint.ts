import type { Language } from '@credence/contract'

/** The language that the program seems to be written in, where the compiler of the other one asked for a header that only C++ has: those have no ending. */
export function seemsTo(
  language: Language,
  messages: readonly { readonly message: string }[],
): { readonly language: Language; readonly header: string } | undefined {
  if (language !== 'C') return undefined
  for (const { message } of messages) {
    const [, header] = /^'(\w+)' file not found/.exec(message) ?? []
    if (header !== undefined) return { language: 'C++', header }
  }
  return undefined
}
