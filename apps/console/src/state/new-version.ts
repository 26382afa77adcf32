// A page that was open when the platform was upgraded asks for scripts that are gone. It is loaded anew, once: what was typed is kept by its drafts.
const TRIED = 'credence.reloaded'

export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(TRIED) ?? 0)
    if (Date.now() - last < 60_000) return // it is gone for another reason: the screen says so
    event.preventDefault()
    sessionStorage.setItem(TRIED, String(Date.now()))
    location.reload()
  })
}
