// The address of a repository, as people have it at hand: from the address bar, from a clone button, or as `owner/name`. What it means is told while it is typed.
import { BUILD_DIRECTORY, REFERENCE, REMOTE_URL, REPOSITORY_LENGTHS } from '@credence/contract'

export interface Address {
  /** As it is sent. */
  readonly url: string
  readonly host: string
  /** All but the last part of the path; of most hosts one word. */
  readonly owner: string
  readonly name: string
  /** Of `/tree/<branch>` in a page of a code host. */
  readonly branch?: string
  /** It is at GitHub, where more can be asked. */
  readonly isGitHub: boolean
}
export type Read = { readonly address: Address } | { readonly fault: string }

const GITHUB = 'github.com'

/** Fragments, `.git`, slashes at the end and pages of a code host (`/tree/…`, `/blob/…`, `/-/tree/…`) are taken off. */
export function readAddress(typed: string): Read {
  const text = typed.trim()
  if (text === '') return { fault: 'Type an address, or owner/name for GitHub.' }
  if (/\s/.test(text)) return { fault: 'An address has no spaces.' }
  const short = /^([A-Za-z0-9][A-Za-z0-9-]*)\/([A-Za-z0-9._-]+?)(?:\.git)?\/?$/.exec(text)
  if (short && !/^\.+$/.test(short[2] ?? '')) return { address: addressOf(GITHUB, `/${short[1]}/${short[2]}`) }
  const ssh = /^(?:ssh:\/\/)?[\w.-]+@([\w.-]+)(?::\d+\/|[:/])(.+)$/.exec(text)
  if (ssh) return { fault: `The platform fetches over https: try https://${ssh[1]}/${(ssh[2] ?? '').replace(/\.git$/, '')}` }
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`)
  if (!url || (url.hostname !== 'localhost' && !url.hostname.includes('.') && !url.hostname.includes(':')))
    return { fault: 'This is no address of a git repository.' }
  if (url.protocol !== 'https:') return { fault: 'The platform fetches over https alone.' }
  if (url.username !== '' || url.password !== '')
    return { fault: 'Leave out user name and password: addresses are no secrets. Private repositories of GitHub are reached by a login.' }
  const { path, branch } = placeOf(url.pathname)
  if (path === '') return { fault: 'The address ends before the repository: it needs a path, as in https://github.com/owner/name.' }
  if (url.host === GITHUB && path.split('/').length !== 3) return { fault: 'At GitHub a repository is owner/name.' }
  const address = addressOf(url.host, path, branch)
  if (!new RegExp(REMOTE_URL).test(address.url)) return { fault: 'This is no address of a git repository.' }
  if (address.url.length > REPOSITORY_LENGTHS.RemoteURL) return { fault: `An address has at most ${REPOSITORY_LENGTHS.RemoteURL} characters.` }
  return { address }
}

/** The path of the repository in that of a page of a code host. */
function placeOf(pathname: string): { readonly path: string; readonly branch?: string } {
  const [, before = '', rest = ''] = /^(.+?)\/(?:-\/)?(?:tree|blob|commits?|src\/branch)\/(.+)$/.exec(pathname) ?? [undefined, pathname]
  const path = before
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
  // A branch may have slashes, and what follows it is a folder: the first word is the likely one.
  const branch = /\/(?:tree|src\/branch)\//.test(pathname) ? decoded(rest.split('/')[0] ?? '') : ''
  return { path, ...(branch !== '' && { branch }) }
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function addressOf(host: string, path: string, branch?: string): Address {
  const parts = path.slice(1).split('/').map(decoded)
  return {
    url: `https://${host}${path}`,
    host,
    owner: parts.slice(0, -1).join('/'),
    name: parts.at(-1) ?? '',
    ...(branch !== undefined && { branch }),
    isGitHub: host === GITHUB,
  }
}

/** Of a connected repository: its parts for a list. What cannot be read stands as it is. */
export function partsOf(remoteUrl: string): Pick<Address, 'host' | 'owner' | 'name' | 'isGitHub'> {
  const read = readAddress(remoteUrl)
  return 'address' in read ? read.address : { host: '', owner: '', name: remoteUrl, isGitHub: false }
}

/** Whether two addresses lead to one repository; the platform compares so as well. */
export const isSameAddress = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (url: string): string => url.replace(/(\.git)?\/*$/, '')

/** What is wrong with the name of a branch, tag or commit; empty where nothing is. */
export const referenceFault = (text: string, what: 'branch' | 'commit'): string =>
  new RegExp(REFERENCE).test(text) && text.length <= REPOSITORY_LENGTHS.Branch
    ? ''
    : what === 'branch'
      ? 'This is no name of a branch: spaces, “..”, and the characters ~ ^ : ? * [ \\ are not for names.'
      : 'A commit is HEAD, the id of a commit, or the name of a tag.'

export const directoryFault = (text: string): string =>
  new RegExp(BUILD_DIRECTORY).test(text) && text.length <= REPOSITORY_LENGTHS.BuildDirectory
    ? ''
    : 'A folder inside the repository, as src; the top is “.”.'

/** Its builds are always of the same files: a whole id, which no branch and no tag moves. */
export const isFixed = (commit: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)
