// What the addresses of this area hold: which repositories are listed, what is about to be connected, and which part of one is shown.
import type { Repository } from '@credence/contract'
import { textIn } from '../state/address.ts'
import { partsOf } from './address.ts'

export const ORDERS = ['newest', 'name', 'owner', 'branch'] as const
export interface RepositoriesSearch {
  readonly q?: string | undefined
  readonly order?: (typeof ORDERS)[number] | undefined
  /** Only those with a star. */
  readonly starred?: true | undefined
  /** The address of an add-to button, or empty: the dialog is open. */
  readonly connect?: string | undefined
}
const MOST = 3000

/** An address may say anything; what `connect` says is checked in the dialog, which tells what is wrong with it. */
export function repositoriesSearch(given: Record<string, unknown>): RepositoriesSearch {
  const order = ORDERS.find((each) => each === given['order'])
  const { connect, starred } = given
  const q = textIn(given['q'])
  return {
    ...(q !== '' && { q: q.slice(0, 200) }),
    ...(order && order !== 'newest' && { order }),
    ...(starred === true && { starred }),
    ...((typeof connect === 'string' || typeof connect === 'number') && { connect: String(connect).slice(0, MOST) }),
  }
}

export const REPOSITORY_TABS = ['run', 'builds', 'configuration', 'button', 'settings'] as const
export type RepositoryTab = (typeof REPOSITORY_TABS)[number]
export interface RepositorySearch {
  readonly tab?: RepositoryTab
}
export function repositorySearch(given: Record<string, unknown>): RepositorySearch {
  const tab = REPOSITORY_TABS.find((each) => each === given['tab'])
  return tab && tab !== 'run' ? { tab } : {}
}

/** Those whose name, owner, host or branch have all the words, in the order that is asked for; ones with a star first. */
export function chosenOf(
  repositories: readonly Repository[],
  { q = '', order = 'newest', starred }: RepositoriesSearch,
  stars: ReadonlySet<string>,
): Repository[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const found = repositories
    .filter(({ RepositoryID }) => !starred || stars.has(RepositoryID))
    .map((repository) => ({ repository, ...partsOf(repository.RemoteURL) }))
    .filter(({ repository: { Branch, RemoteURL, RepositoryID }, owner, name }) => {
      const text = `${owner}/${name} ${Branch} ${RemoteURL} ${RepositoryID}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
  const by: Readonly<Record<(typeof ORDERS)[number], (one: (typeof found)[number]) => string>> = {
    newest: () => '',
    name: ({ name }) => name,
    owner: ({ owner, name }) => `${owner}/${name}`,
    branch: ({ repository }) => repository.Branch,
  }
  const key = by[order]
  return found
    .sort(
      (one, other) =>
        Number(stars.has(other.repository.RepositoryID)) - Number(stars.has(one.repository.RepositoryID)) ||
        key(one).localeCompare(key(other), 'en') ||
        other.repository.CreatedAt - one.repository.CreatedAt,
    )
    .map(({ repository }) => repository)
}
