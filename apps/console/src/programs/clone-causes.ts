// Why a repository could not be fetched: git's own words, and the usual causes, the likeliest first.
export interface Cause {
  readonly id: 'private' | 'branch' | 'submodule' | 'address' | 'folder'
  readonly text: string
}
const USUAL: readonly Cause[] = [
  {
    id: 'private',
    text: 'It is private, or it is not there. Connect your account to GitHub for private repositories of GitHub; other hosts need to be open to all.',
  },
  { id: 'branch', text: 'The branch or the commit has another name, or was deleted.' },
  { id: 'submodule', text: 'A submodule is private, is gone, or has an address that is not https.' },
]
const SIGNS: readonly { readonly cause: Cause; readonly sign: RegExp }[] = [
  { cause: USUAL[2]!, sign: /submodule/i },
  { cause: USUAL[1]!, sign: /couldn't find remote ref|not our ref|unknown revision|ambiguous argument|Needed a single revision/i },
  { cause: USUAL[0]!, sign: /could not read Username|Authentication failed|not found|403|401|token for GitHub/i },
  { cause: { id: 'address', text: 'The platform may not reach this host. Whoever operates it can allow it.' }, sign: /may not reach/i },
  { cause: { id: 'folder', text: 'The build directory has another name on this branch.' }, sign: /has no directory/i },
]

/** What git or the fetch said, where a build ended before its compiler began; undefined: the repository was fetched. */
export function fetchFailure(output: string): string | undefined {
  if (!/^error: /.test(output) || /^note: commit /m.test(output)) return undefined
  return output.replace(/^error: /, '').trim()
}

/** The usual causes, that which the message speaks of first; what is none of them comes before all. */
export function causesOf(message: string): readonly Cause[] {
  const likely = SIGNS.filter(({ sign }) => sign.test(message)).map(({ cause }) => cause)
  return [...new Set([...likely, ...USUAL])]
}
