// Connecting an account to GitHub by its login page: there with a secret of this tab, back with that and a code, which the platform exchanges for a token.
// The code stands in the address for as long as the page takes to load.
import { CONSOLE_PATH, randomDigits } from '@credence/contract'

/** Below the console: what the operator registers at GitHub as the callback. */
export const GITHUB_RETURN = '/github'
const STATE = 'credence.github-state'

/** Undefined: this platform is no app at GitHub, and people connect by a token. */
export function githubLogin(): string | undefined {
  const address = document.querySelector<HTMLMetaElement>('meta[name="credence-github"]')?.content ?? ''
  return /^https?:/.test(address) ? address : undefined
}

export function goToGitHub(login: string): void {
  const state = randomDigits(32)
  sessionStorage.setItem(STATE, state)
  const url = new URL(login)
  url.searchParams.set('redirect_uri', location.origin + CONSOLE_PATH.slice(0, -1) + GITHUB_RETURN)
  url.searchParams.set('state', state)
  location.assign(url)
}

export type GitHubReturn = { readonly code: string } | { readonly refused: string }
/** Read as the page loads, before routes make numbers of digits and drop what they do not know. */
const returned = location.pathname === CONSOLE_PATH.slice(0, -1) + GITHUB_RETURN ? new URLSearchParams(location.search) : undefined

/** What GitHub sent, once; undefined: nothing did, or this tab did not ask for it. */
export function takeReturn(): GitHubReturn | undefined {
  const asked = sessionStorage.getItem(STATE)
  sessionStorage.removeItem(STATE)
  if (!returned || asked === null || returned.get('state') !== asked) return undefined
  const code = returned.get('code')
  return code ? { code } : { refused: returned.get('error_description') ?? returned.get('error') ?? 'no code' }
}
