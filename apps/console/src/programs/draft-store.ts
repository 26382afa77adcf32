// Where drafts are kept so that nothing typed is lost: the tab's own store at once, the browser's database a moment later (the last 50), and the text of the
// latest in the preferences of the account after a rest, for another machine. Each tab has its own draft.
import { client } from '../api/client.ts'
import { KEPT_DATABASES, KEPT as NAMES } from '../state/kept.ts'
import { forgetOnSignOut } from '../state/session.ts'
import { asDraft, type Draft, newDraft } from './draft.ts'

const TAB = NAMES.draft
const STORE = 'drafts'
const KEPT = 50
const SOON_MS = 300
const REST_MS = 2000

/** A longer text is put into the tab's store after a pause between keys: writing it takes as long as a key may. */
const LONG = 50_000
const PAUSE_MS = 100

let soon: ReturnType<typeof setTimeout> | undefined
let pause: ReturnType<typeof setTimeout> | undefined
let unput: Draft | undefined
let rest: ReturnType<typeof setTimeout> | undefined
let waiting: Draft | undefined

/** The draft of this tab, from before a reload; undefined in a tab that had none. It is written anew: a page that went may have taken its last write with it. */
export function draftOfTab(): Draft | undefined {
  putIntoTab()
  try {
    const draft = asDraft(JSON.parse(sessionStorage.getItem(TAB) ?? 'null'))
    if (draft) waitToWrite(draft)
    return draft
  } catch {
    return undefined
  }
}
function waitToWrite(draft: Draft): void {
  waiting = draft
  clearTimeout(soon)
  soon = setTimeout(() => void writeNow(), SOON_MS)
}

/** At every change. */
export function keepDraft(draft: Draft): void {
  unput = draft
  clearTimeout(pause)
  if (draft.source.length < LONG) putIntoTab()
  else pause = setTimeout(putIntoTab, PAUSE_MS)
  waitToWrite(draft)
  clearTimeout(rest)
  rest = setTimeout(() => {
    const Preferences = { Editor_SourceCode: draft.source, Editor_Execution_Core: draft.coreId, Editor_Execution_Arguments: draft.arguments }
    void client.users.update({ Preferences }).catch(() => {}) // kept here anyway; the next rest tries again
  }, REST_MS)
}

function putIntoTab(): void {
  if (!unput) return
  try {
    sessionStorage.setItem(TAB, JSON.stringify(unput))
  } catch {} // full or switched off: the database still has it
  unput = undefined
}
async function writeNow(): Promise<void> {
  putIntoTab()
  const draft = waiting
  waiting = undefined
  if (draft) await write(draft).catch(() => {})
}
// A tab that is closed, or put aside on a phone, may have no moment later.
addEventListener('pagehide', () => void writeNow())
document.addEventListener('visibilitychange', () => document.hidden && void writeNow())

/** The latest first. */
export async function keptDrafts(): Promise<Draft[]> {
  const store = (await database()).transaction(STORE).objectStore(STORE)
  const all = await answer<unknown[]>(store.getAll())
  return all
    .map(asDraft)
    .filter((draft) => draft !== undefined)
    .sort((a, b) => b.changedAt - a.changedAt)
}

export async function forgetDraft(id: string): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite')
  transaction.objectStore(STORE).delete(id)
  await done(transaction)
}

/** For a tab without a draft: what the account wrote last, here or elsewhere; else a first program. Always a draft of its own. */
export async function draftForNewTab(
  preferences: { readonly Editor_SourceCode?: string; readonly Execution_DefaultCore?: string } | undefined,
): Promise<Draft> {
  const [latest] = await keptDrafts().catch(() => [])
  const { id: _id, ...kept } = latest ?? {}
  const coreId = preferences?.Execution_DefaultCore
  return newDraft({
    ...(coreId && { coreId }),
    ...(preferences?.Editor_SourceCode && { source: preferences.Editor_SourceCode }),
    ...kept,
    changedAt: Date.now(),
  })
}

async function write(draft: Draft): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite')
  const store = transaction.objectStore(STORE)
  store.put(draft)
  const keys = await answer(store.index('changedAt').getAllKeys())
  for (const key of keys.slice(0, Math.max(0, keys.length - KEPT))) store.delete(key)
  await done(transaction)
}

let opened: Promise<IDBDatabase> | undefined
function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(KEPT_DATABASES.drafts, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('changedAt', 'changedAt')
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close()
        opened = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return opened
}
const answer = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })

// What is kept goes with the rest (state/kept.ts); nothing is to be written after it.
forgetOnSignOut(() => {
  clearTimeout(pause)
  unput = undefined
  clearTimeout(soon)
  clearTimeout(rest)
  waiting = undefined
})
