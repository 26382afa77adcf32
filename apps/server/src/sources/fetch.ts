// A repository with all its submodules, fetched shallowly into one bare folder, and its tree: every file, link and nothing else.
import { SourceFault } from './fault.ts'
import { type Credential, type GitFailure, type GitPlace, git } from './git.ts'

export interface Wanted {
  readonly remoteUrl: string
  readonly branch: string
  /** A commit id, a tag or HEAD. */
  readonly commit: string
}
export type Entry = { readonly kind: 'file'; readonly object: string; readonly bytes: number } | { readonly kind: 'link'; readonly object: string }
export interface FetchedTree {
  readonly commit: string
  /** By path from the root of the repository; submodules in their places. */
  readonly entries: ReadonlyMap<string, Entry>
}
export interface FetchLimits {
  readonly files: number
  /** Of all files together. */
  readonly bytes: number
}

const DEEPEST = 8
const MOST_SUBMODULES = 100

/** What reaches a remote that is not open to all; undefined: nothing is known. */
export type CredentialFor = (remoteUrl: string) => Credential | undefined

/** @throws GitFailure in git's words, SourceFault in ours */
export async function fetchTree(place: GitPlace, wanted: Wanted, credentialFor: CredentialFor, limits: FetchLimits): Promise<FetchedTree> {
  await git(place, ['init', '--quiet', '--bare', place.folder])
  const commit = await fetchWanted(place, wanted, credentialFor(wanted.remoteUrl))
  const entries = new Map<string, Entry>()
  let submodules = 0
  const add = async (prefix: string, commitId: string, remoteUrl: string, depth: number): Promise<void> => {
    const { files, modules, configuration } = await listTree(place, commitId, limits.files)
    for (const [path, entry] of files) entries.set(prefix + path, entry)
    if (entries.size > limits.files) throw tooMany(limits.files)
    const addresses = modules.length > 0 && configuration ? await moduleAddresses(place, configuration) : new Map<string, string>()
    for (const { path, commitId: inner } of modules) {
      const address = addresses.get(path)
      if (address === undefined) throw new SourceFault(`no url found for submodule path '${prefix}${path}' in .gitmodules`)
      if (depth === DEEPEST || ++submodules > MOST_SUBMODULES)
        throw new SourceFault(`more than ${MOST_SUBMODULES} submodules, or ${DEEPEST} inside each other`)
      const innerUrl = moduleUrl(address, remoteUrl)
      if (innerUrl === undefined) throw new SourceFault(`the submodule '${prefix}${path}' is at '${address}': only https addresses can be fetched`)
      await fetchCommit(place, innerUrl, inner, credentialFor(innerUrl), [])
      await add(`${prefix}${path}/`, inner, innerUrl, depth + 1)
    }
  }
  await add('', commit, wanted.remoteUrl, 0)
  const bytes = [...entries.values()].reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.bytes : 0), 0)
  if (bytes > limits.bytes) throw new SourceFault(`its files have ${bytes} bytes together; at most ${limits.bytes} can be built`)
  return { commit, entries }
}

async function fetchWanted(place: GitPlace, { remoteUrl, branch, commit }: Wanted, credential: Credential | undefined): Promise<string> {
  const onBranch = `refs/heads/${branch}`
  if (commit === 'HEAD') return fetch(place, remoteUrl, onBranch, credential)
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return fetchCommit(place, remoteUrl, commit, credential, [onBranch])
  if (!/^[0-9a-f]{7,39}$/.test(commit)) return fetch(place, remoteUrl, `refs/tags/${commit}`, credential)
  // A part of an id means nothing to a server: the history of the branch is fetched, and it is looked up there.
  await fetch(place, remoteUrl, onBranch, credential, [])
  return resolved(place, commit)
}

/** By its id, which not every server takes; then with the history of these, or of all branches. */
async function fetchCommit(
  place: GitPlace,
  remoteUrl: string,
  commitId: string,
  credential: Credential | undefined,
  references: readonly string[],
): Promise<string> {
  try {
    return await fetch(place, remoteUrl, commitId, credential)
  } catch (error) {
    place.signal.throwIfAborted()
    if (!/not our ref|unadvertised object|does not allow request for|couldn't find remote ref/.test((error as GitFailure).message)) throw error
    for (const reference of references.length > 0 ? references : ['+refs/heads/*:refs/fetched/*'])
      await fetch(place, remoteUrl, reference, credential, [])
    return resolved(place, commitId)
  }
}

/** @returns the commit that was fetched */
async function fetch(
  place: GitPlace,
  remoteUrl: string,
  reference: string,
  credential: Credential | undefined,
  depth: readonly string[] = ['--depth=1'],
): Promise<string> {
  const options = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-maintenance', ...depth]
  await git(place, [...options, '--', remoteUrl, reference], { credential })
  return resolved(place, 'FETCH_HEAD')
}
async function resolved(place: GitPlace, name: string): Promise<string> {
  return (await git(place, ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`])).toString().trim()
}

interface Listing {
  readonly files: readonly (readonly [path: string, entry: Entry])[]
  readonly modules: readonly { readonly path: string; readonly commitId: string }[]
  /** The object of .gitmodules. */
  readonly configuration: string | undefined
}
async function listTree(place: GitPlace, commitId: string, mostFiles: number): Promise<Listing> {
  const text = (await git(place, ['ls-tree', '-r', '-z', '-l', '--full-tree', commitId], { mostBytes: 1000 * mostFiles })).toString()
  const files: [string, Entry][] = []
  const modules: { path: string; commitId: string }[] = []
  for (const line of text.split('\0')) {
    const [, mode, object = '', bytes, path = ''] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line) ?? []
    if (mode === '160000') modules.push({ path, commitId: object })
    else if (mode === '120000') files.push([path, { kind: 'link', object }])
    else if (mode !== undefined) files.push([path, { kind: 'file', object, bytes: Number(bytes) }])
    if (files.length > mostFiles) throw tooMany(mostFiles)
  }
  return { files, modules, configuration: files.find(([path, { kind }]) => path === '.gitmodules' && kind === 'file')?.[1].object }
}
const tooMany = (most: number) => new SourceFault(`it has more than ${most} files`)

/** Addresses of submodules by their paths, read by git itself. */
async function moduleAddresses(place: GitPlace, object: string): Promise<Map<string, string>> {
  const input = await git(place, ['cat-file', 'blob', object], { mostBytes: 1_000_000 })
  const text = (await git(place, ['config', '--file', '-', '--no-includes', '--list', '-z'], { input })).toString()
  const modules = new Map<string, { path?: string; url?: string }>()
  for (const line of text.split('\0')) {
    const [, name = '', field, value] = /^submodule\.(.*)\.(path|url)\n(.*)$/s.exec(line) ?? []
    if (field === 'path' || field === 'url') modules.set(name, { ...modules.get(name), [field]: value })
  }
  return new Map([...modules.values()].flatMap(({ path, url }) => (path !== undefined && url !== undefined ? [[path, url] as const] : [])))
}

/** Relative ones as git has them; what is written for ssh is asked for over https. Undefined: anything else. */
export function moduleUrl(address: string, parent: string): string | undefined {
  const [, host, path] = /^(?:ssh:\/\/)?(?:[\w.-]+@)([\w.-]+)(?::\d+\/|[:/])\/?(.+)$/.exec(address) ?? []
  if (host !== undefined && !/^https?:/.test(address)) return `https://${host}/${path}`
  const url = /^\.\.?\//.test(address) ? URL.parse(address, `${parent.replace(/\/+$/, '')}/`) : URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return url.href.replace(/\/+$/, '')
}

/** Contents of these objects. */
export async function readObjects(place: GitPlace, objects: Iterable<string>, mostBytes: number): Promise<Map<string, Uint8Array>> {
  const names = [...new Set(objects)]
  const found = new Map<string, Uint8Array>()
  if (names.length === 0) return found
  const out = await git(place, ['cat-file', '--batch'], { input: `${names.join('\n')}\n`, mostBytes: mostBytes + 200 * names.length })
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf(10, at)
    const [name = '', , length] = out.subarray(at, end).toString().split(' ')
    found.set(name, out.subarray(end + 1, end + 1 + Number(length)))
    at = end + 2 + Number(length)
  }
  return found
}
