// The platform is upgraded while a page is open. What asks for scripts that are gone is loaded anew, once: what was typed is kept by its drafts. Else it is said
// that there is a new version, and the reader says when.
import { CONSOLE_PATH } from '@credence/contract'
import { connection } from './connection.ts'
import { createStore } from './store.ts'

const TRIED = 'credence.reloaded'

/** The platform serves another version than this page is of. */
export const hasNewVersion = createStore(false)

export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return // it need not be gone, and the page itself could not be loaded either
    const last = Number(sessionStorage.getItem(TRIED) ?? 0)
    if (Date.now() - last < 60_000) return // it is gone for another reason: the screen says so
    event.preventDefault()
    sessionStorage.setItem(TRIED, String(Date.now()))
    location.reload()
  })
  let wasLive = false
  let isGap = false
  connection.subscribe(() => {
    const isLive = connection.get() === 'live'
    if (isLive && isGap) void look() // a platform that was away may be another one
    wasLive ||= isLive
    isGap = wasLive && !isLive
  })
}

async function look(): Promise<void> {
  const mine = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (!mine || hasNewVersion.get()) return
  const page = await fetch(CONSOLE_PATH, { headers: { accept: 'text/html' } }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  )
  if (page.includes('type="module"') && !page.includes(mine)) hasNewVersion.set(true)
}
