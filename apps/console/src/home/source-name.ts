// How a run is called that nobody named.
import type { Build } from '@credence/contract'

const COMMENT = /^\s*(\/\/|\/\*+|\*|!|C\s)/
const MOST = 80

/** The repository, else the first line of the source that says something: a comment's words, or code that is no include. */
export function nameOf({ Application }: Pick<Build, 'Application'>): string {
  const { Repository, SourceCode } = Application as { Repository?: { RemoteURL?: string }; SourceCode?: { Code?: string } }
  if (Repository?.RemoteURL) return Repository.RemoteURL.replace(/^https?:\/\//, '').replace(/\.git$/, '')
  return firstWords(SourceCode?.Code ?? '')
}

export function firstWords(code: string): string {
  const lines = code.split('\n', 200).map((line) => line.trim())
  const said = lines.find((line) => line !== '' && !/^#|^[{}/*\s!]*$|^using\b|^program\b|^implicit\b/i.test(line)) ?? ''
  const words = COMMENT.test(said)
    ? said
        .replace(COMMENT, '')
        .replace(/\*\/\s*$/, '')
        .trim()
    : said
  return words.length > MOST ? `${words.slice(0, MOST - 1)}…` : words || 'Program'
}
