// Who is signed in, in this tab. The token that acts lives here, in memory alone; the one that renews it is a cookie that no script can read. That somebody
// signed in is noted in the browser's storage, so that a page opened by a stranger asks nothing in vain; it names the account and opens nothing.
import { ApiError, createClient, NetworkError } from '@credence/client'
import type { Session } from '@credence/contract'
import { NOTE, RENEWING, takeEarly } from './early.ts'
import { claimTab, forgetKept, forgetTab } from './kept.ts'
import { createStore } from './store.ts'

export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'open'; readonly userId: string }
  /** It ended while the page was in use: the page stays, and asks for the password. */
  | { readonly kind: 'over'; readonly userId: string }

export type Credentials = { readonly Username: string; readonly Password: string } | { readonly Key: string }
type Notice = { readonly kind: 'in'; readonly userId: string } | { readonly kind: 'out' }

/** Renewed so long before its end: a request must not meet it on its way. */
const EARLY_SECONDS = 60

export const session = createStore<SessionState>({ kind: 'unknown' })
const token = createStore<string | undefined>(undefined)
/** Changes when the session is renewed: who keeps a connection makes it anew. */
export const tokenStore = { get: token.get, subscribe: token.subscribe }

let expiresAt = 0
const anonymous = createClient({ host: location.origin })
const others = new BroadcastChannel('credence.session')
const onSignOut = new Set<() => Promise<void> | void>()

/** What is forgotten with a session, as what was kept of it in this browser. */
export const forgetOnSignOut = (forget: () => Promise<void> | void): void => void onSignOut.add(forget)

/** From the cookie, where somebody signed in before. */
export async function resumeSession(): Promise<void> {
  if (session.get().kind !== 'unknown') return
  const noted = note.read()
  if (noted === undefined) {
    forgetTab()
    return session.set({ kind: 'none' })
  }
  if (await renew()) return
  if (session.get().kind === 'unknown') session.set({ kind: 'none' })
}

/** @throws ApiError, NetworkError */
export async function signIn(credentials: Credentials): Promise<void> {
  const before = session.get()
  const answer = await anonymous.sessions.create(credentials)
  if (before.kind === 'over' && before.userId !== answer.UserID) return startAnew(answer)
  if (note.read() !== answer.UserID) await forgetAll() // whose session ended here did not sign out
  open(answer)
  tell({ kind: 'in', userId: answer.UserID })
}

/** @throws ApiError, NetworkError */
export const signUp = async (Username: string, Password: string): Promise<void> => {
  await anonymous.users.signUp({ Username, Password })
  await signIn({ Username, Password })
}

/** Ends the session on the platform and forgets it here and in all tabs. Where the platform cannot be reached, it still ends here. */
export async function signOut(): Promise<void> {
  const credential = token.get()
  if (credential !== undefined)
    await createClient({ host: location.origin, credential: `Bearer ${credential}` })
      .sessions.delete()
      .catch(() => {})
  tell({ kind: 'out' })
  await leave()
}

/** The token to send now; undefined where there is none. */
export async function freshToken(): Promise<string | undefined> {
  if (token.get() === undefined || expiresAt - Date.now() / 1000 > EARLY_SECONDS) return token.get()
  await renew()
  return token.get()
}

/** After an answer that refused `refused`: another token, or undefined when the session is over, which the page then says. */
export async function renewedToken(refused: string | undefined): Promise<string | undefined> {
  if (token.get() !== undefined && token.get() !== refused) return token.get() // somebody else was quicker
  if (await renew()) return token.get()
  const state = session.get()
  if (state.kind === 'open') {
    token.set(undefined)
    session.set({ kind: 'over', userId: state.userId })
  }
  return undefined
}

let renewal: Promise<boolean> | undefined
/** One at a time, in all tabs: each renewal uses up the cookie of the one before. False: refused. @throws NetworkError never: then the token stays. */
function renew(): Promise<boolean> {
  renewal ??= takeEarly()
    .then((early) => {
      if (early?.status === 401) return false
      return early?.status === 200 ? take(early.json) : inTurn(ask)
    })
    .finally(() => {
      renewal = undefined
    })
  return renewal
}
/** Over plain HTTP from another machine a browser hides `navigator.locks`; tabs that ask at the same time are forgiven by the platform for some seconds. */
function inTurn(ask: () => Promise<boolean>): Promise<boolean> {
  const { locks } = navigator as { readonly locks?: LockManager }
  return locks ? locks.request(RENEWING, ask) : ask()
}
async function ask(): Promise<boolean> {
  try {
    return await take(await anonymous.sessions.refresh())
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    if (error instanceof NetworkError || error instanceof ApiError) return token.get() !== undefined
    throw error
  }
}
async function take(answer: Session): Promise<true> {
  const state = session.get()
  if ('userId' in state && state.userId !== answer.UserID) return startAnew(answer)
  open(answer)
  return true
}

function open({ Token, ExpiresAt, UserID }: Session): void {
  expiresAt = ExpiresAt
  note.write(UserID)
  claimTab(UserID)
  session.set({ kind: 'open', userId: UserID })
  token.set(Token) // last: who hears of it looks at the session
}

/** Somebody else signed in with this browser: nothing that this tab shows or keeps is theirs. */
async function startAnew({ UserID }: Session): Promise<never> {
  note.write(UserID)
  await forgetAll()
  location.assign('/console/')
  return new Promise(() => {})
}

async function forgetAll(): Promise<void> {
  for (const forget of onSignOut) await forget()
  await forgetKept()
}

async function leave(): Promise<void> {
  note.clear()
  await forgetAll()
  token.set(undefined)
  session.set({ kind: 'none' })
}

const tell = (notice: Notice): void => others.postMessage(notice)
others.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
  const state = session.get()
  if (data.kind === 'out') void leave()
  else if ('userId' in state && state.userId !== data.userId) location.assign('/console/')
  else if (state.kind === 'over' || state.kind === 'none') void renew()
})

const note = {
  read(): string | undefined {
    try {
      return localStorage.getItem(NOTE) ?? undefined
    } catch {
      return undefined
    }
  },
  write(userId: string): void {
    try {
      localStorage.setItem(NOTE, userId)
    } catch {} // without storage, a reload asks for the password
  },
  clear(): void {
    try {
      localStorage.removeItem(NOTE)
    } catch {}
  },
}
