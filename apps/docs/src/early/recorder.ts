// Part of every page's document, before the scripts are asked for: keeps what readers do before the page lives, for take-over.ts to do then.
// What browsers do by themselves (following links, opening details, typing into fields) they have done already; of that only the text of areas is
// kept, which React would put back.
import { intentOf, isEditing } from '../search/shortcuts.ts'

// From the call of hydrateRoot on, which is when `docusaurusRoot` is set, React hears of everything inside of the page, and keeps it until it
// has taken the page over. Of keys that open the search, and of those typed after them, nobody hears until then, as the window hears them.
export const RECORDER = `(function () {
  ${intentOf}
  ${isEditing}
  const heard = []
  const texts = window.textsEarly = new Map()
  const events = ['click', 'keydown', 'input']
  let searching = false
  function hear(event) {
    const { type, target, key, ctrlKey, metaKey, altKey } = event
    const control = target.closest && target.closest('button, [role=tab]')
    if (type === 'keydown') {
      const editing = isEditing(target)
      const opens = intentOf({ key, ctrlKey, metaKey, altKey, editing })
      if (opens || (searching && !editing)) {
        searching = true
        if (opens) event.preventDefault()
        event.stopImmediatePropagation()
        heard.push(event)
        return
      }
    }
    if (window.docusaurusRoot) return
    if (type === 'input' && target.tagName === 'TEXTAREA') texts.set(target, target.value)
    if (!control) return
    if (type === 'click') searching = searching || control.ariaHasPopup === 'dialog'
    if (type === 'click' || control.role === 'tab') heard.push(event)
  }
  for (const event of events) addEventListener(event, hear, true)
  window.heardEarly = function () {
    for (const event of events) removeEventListener(event, hear, true)
    return heard.splice(0)
  }
})()`
