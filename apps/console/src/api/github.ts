// What GitHub says of a repository, asked through the platform, which adds the token of the account where there is one.
import { ApiError, CONFIGURATION_FILES } from '@credence/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { FRESH, isTransient } from './queries.ts'

interface Place {
  readonly owner: string
  readonly name: string
}
const MINUTE = 60_000

async function ask(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const words = new URLSearchParams(query).toString()
  return JSON.parse(await client.raw('GET', `/proxy/github/${path.split('/').map(encodeURIComponent).join('/')}${words && `?${words}`}`))
}
/** Answers come from elsewhere: what is not as expected is left out. */
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
const textOf = (value: unknown, name: string): string => {
  const found = field(value, name)
  return typeof found === 'string' ? found : ''
}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const query = <Data>(key: readonly unknown[], queryFn: () => Promise<Data>) =>
  queryOptions({
    queryKey: ['github', ...key],
    queryFn,
    staleTime: MINUTE,
    retry: (failures, error) => failures < 1 && isTransient(error) && !isAway(error),
  })

export interface GitHubFacts {
  readonly description: string
  readonly defaultBranch: string
  readonly isPrivate: boolean
}
export const factsQuery = ({ owner, name }: Place) =>
  query(['facts', owner, name], async (): Promise<GitHubFacts> => {
    const said = await ask(`repos/${owner}/${name}`)
    return { description: textOf(said, 'description'), defaultBranch: textOf(said, 'default_branch'), isPrivate: field(said, 'private') === true }
  })

export interface Entry {
  readonly name: string
  readonly isFolder: boolean
}
/** What lies in the root, on a branch or at a commit. */
export const contentsQuery = ({ owner, name }: Place, ref: string) =>
  query(
    ['contents', owner, name, ref],
    async (): Promise<readonly Entry[]> =>
      listOf(await ask(`repos/${owner}/${name}/contents`, ref === '' ? {} : { ref })).map((entry) => ({
        name: textOf(entry, 'name'),
        isFolder: textOf(entry, 'type') === 'dir',
      })),
  )

export const branchesQuery = ({ owner, name }: Place) =>
  query(
    ['branches', owner, name],
    async (): Promise<readonly string[]> =>
      listOf(await ask(`repos/${owner}/${name}/branches`, { per_page: '100' }))
        .map((branch) => textOf(branch, 'name'))
        .filter(Boolean),
  )

/** The commit that a branch, tag or part of an id stands for now. */
export const commitQuery = ({ owner, name }: Place, ref: string) =>
  query(['commit', owner, name, ref], async (): Promise<string> => {
    const id = textOf(await ask(`repos/${owner}/${name}/commits/${ref}`), 'sha')
    if (!/^[0-9a-f]{40,64}$/.test(id)) throw new Error('GitHub named no commit')
    return id
  })

export interface FoundFile {
  readonly name: string
  readonly text: string
}
/** The configuration file; null: there is none. */
export const configurationQuery = ({ owner, name }: Place, ref: string) =>
  query(['configuration', owner, name, ref], async (): Promise<FoundFile | null> => {
    const root = listOf(await ask(`repos/${owner}/${name}/contents`, { ref })).map((entry) => textOf(entry, 'name'))
    const file = CONFIGURATION_FILES.find((each) => root.includes(each))
    if (file === undefined) return null
    const content = textOf(await ask(`repos/${owner}/${name}/contents/${file}`, { ref }), 'content')
    const bytes = Uint8Array.from(atob(content.replace(/\s/g, '')), (character) => character.charCodeAt(0))
    return { name: file, text: new TextDecoder().decode(bytes) }
  })

/** Of this account; null: none. */
export const integrationQuery = queryOptions({
  queryKey: ['getGitHub', {}],
  queryFn: async () => {
    try {
      return await client.github.get()
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
  staleTime: FRESH.list,
})

export const isAway = (error: unknown): boolean => error instanceof ApiError && error.status === 503

/** Why GitHub did not say anything, for people who are about to connect a repository there. */
export function sayRefusal(error: unknown, hasLogin: boolean): string {
  if (isAway(error)) return 'GitHub cannot be reached; public repositories can still be connected.'
  if (error instanceof ApiError && error.status === 404)
    return hasLogin
      ? 'GitHub knows no such repository, or your account there may not see it.'
      : 'GitHub knows no such repository, or it is private: connect your account to GitHub to reach private ones.'
  if (error instanceof ApiError && (error.status === 403 || error.status === 429))
    return 'GitHub answers no more questions for now; the repository can still be connected.'
  if (error instanceof ApiError && error.status === 401) return 'GitHub no longer takes the token of your account: connect it again in Settings.'
  return 'GitHub could not be asked; the repository can still be connected.'
}
