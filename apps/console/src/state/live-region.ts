// The one polite live region: what changed in view, for people who hear the page. At most one message a second; of those that wait, the last counts.
import { createStore } from './store.ts'

export const announcement = createStore('')
const PAUSE_MS = 1000
let last = 0
let waiting: string | undefined

export function announce(text: string): void {
  const now = Date.now()
  if (waiting !== undefined) {
    waiting = text
    return
  }
  if (now - last >= PAUSE_MS) {
    say(text)
    return
  }
  waiting = text
  setTimeout(
    () => {
      const said = waiting ?? ''
      waiting = undefined
      say(said)
    },
    PAUSE_MS - (now - last),
  )
}
function say(text: string): void {
  last = Date.now()
  // The same words again are a change only with something that is not heard.
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text)
}
