// Recent searches and favourites, kept in the browser under DocSearch's keys and limits: 7 recents, 4 when there are favourites, 10 favourites.
import type { Hierarchy } from '@credence/search'

export interface Remembered {
  readonly objectID: string
  readonly url: string
  readonly hierarchy: Hierarchy
  readonly type: 'lvl1' | 'lvl2' | 'lvl3' | 'lvl4'
}
export interface SavedSearches {
  readonly recents: readonly Remembered[]
  readonly favourites: readonly Remembered[]
}
export const LIMITS = { recents: 7, recentsBesideFavourites: 4, favourites: 10 } as const
const INDEX = 'credence'
const KEYS = { recents: `__DOCSEARCH_RECENT_SEARCHES__${INDEX}`, favourites: `__DOCSEARCH_FAVORITE_SEARCHES__${INDEX}` } as const

/** Without storage nothing is remembered, silently. */
export function load(storage: Pick<Storage, 'getItem'> | undefined): SavedSearches {
  return { recents: read(storage, KEYS.recents), favourites: read(storage, KEYS.favourites) }
}

export function save(storage: Pick<Storage, 'setItem'> | undefined, saved: SavedSearches): void {
  try {
    storage?.setItem(KEYS.recents, JSON.stringify(saved.recents))
    storage?.setItem(KEYS.favourites, JSON.stringify(saved.favourites))
  } catch {
    // A full or forbidden storage costs the memory of searches, nothing else.
  }
}

/** The newest first; a favourite is not listed again as a recent one. */
export function remember(saved: SavedSearches, item: Remembered): SavedSearches {
  if (saved.favourites.some(({ objectID }) => objectID === item.objectID)) return saved
  return { ...saved, recents: [pick(item), ...without(saved.recents, item.objectID)].slice(0, LIMITS.recents) }
}

export function favour(saved: SavedSearches, item: Remembered): SavedSearches {
  return {
    recents: without(saved.recents, item.objectID),
    favourites: [pick(item), ...without(saved.favourites, item.objectID)].slice(0, LIMITS.favourites),
  }
}

export function forget(saved: SavedSearches, objectID: string): SavedSearches {
  return { recents: without(saved.recents, objectID), favourites: without(saved.favourites, objectID) }
}

export function shownRecents({ recents, favourites }: SavedSearches): readonly Remembered[] {
  return recents.slice(0, favourites.length ? LIMITS.recentsBesideFavourites : LIMITS.recents)
}

function without(list: readonly Remembered[], objectID: string): Remembered[] {
  return list.filter((item) => item.objectID !== objectID)
}

function pick({ objectID, url, hierarchy, type }: Remembered): Remembered {
  return { objectID, url, hierarchy, type }
}

function read(storage: Pick<Storage, 'getItem'> | undefined, key: string): Remembered[] {
  try {
    const list: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter(isRemembered) : []
  } catch {
    return []
  }
}

function isRemembered(item: unknown): item is Remembered {
  const { objectID, url, hierarchy, type } = (item ?? {}) as Partial<Remembered>
  return typeof objectID === 'string' && typeof url === 'string' && typeof hierarchy?.lvl1 === 'string' && /^lvl[1-4]$/.test(type ?? '')
}
