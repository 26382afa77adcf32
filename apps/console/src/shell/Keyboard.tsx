// Keys of the whole console: the palette, the help, the way to an area, the filter, and the single keys of what the page shows.
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AREAS } from '../areas.ts'
import { offered } from '../state/actions.ts'
import { isChord } from '../state/chords.ts'
import { isPlainKey, isTyping, singleKeys } from '../state/keys.ts'
import { announce } from '../state/live-region.ts'
import { toFirstRow } from '../ui/row-keys.ts'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }))
/** After `g`, the letter of an area is awaited for so long. */
const SECOND_KEY_MS = 1500

/** For buttons that open them. */
export const openPalette = (): void => void window.dispatchEvent(new Event('credence:palette'))
export const openShortcuts = (): void => void window.dispatchEvent(new Event('credence:shortcuts'))

export function Keyboard() {
  const router = useRouter()
  const [shown, setShown] = useState<'palette' | 'help'>()
  useEffect(() => {
    let goUntil = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') return void import('./CommandPalette.tsx')
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return setShown((now) => (now === 'palette' ? undefined : 'palette'))
      }
      const hasDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
      const held = event.defaultPrevented || hasDialog ? undefined : offered.get().find(({ chord }) => chord !== undefined && isChord(chord, event))
      if (held) {
        event.preventDefault() // also where it cannot be done: the browser has something else for these keys
        return held.obstacle === undefined ? held.perform() : announce(held.obstacle)
      }
      if (!isPlainKey(event) || isTyping(event.target) || !singleKeys.areOn() || hasDialog) return
      const area = Date.now() < goUntil ? AREAS.find(({ key }) => key === event.key) : undefined
      goUntil = event.key === 'g' ? Date.now() + SECOND_KEY_MS : 0
      if (area) {
        event.preventDefault()
        return router.history.push(router.options.basepath + area.path)
      }
      if (event.key === '?') return setShown('help')
      if (event.key === '/') {
        const filter = document.querySelector<HTMLElement>('[data-filter]')
        if (filter) event.preventDefault()
        return filter?.focus()
      }
      const action = offered.get().find(({ key, obstacle }) => key === event.key && obstacle === undefined)
      if (action) {
        event.preventDefault()
        return action.perform()
      }
      if (event.key === 'j' && !(event.target as Element).closest('table') && toFirstRow()) event.preventDefault()
    }
    const openThe = (what: 'palette' | 'help') => () => setShown(what)
    const [palette, help] = [openThe('palette'), openThe('help')]
    document.addEventListener('keydown', onKey)
    window.addEventListener('credence:palette', palette)
    window.addEventListener('credence:shortcuts', help)
    return () => {
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('credence:palette', palette)
      window.removeEventListener('credence:shortcuts', help)
    }
  }, [router])
  const close = () => setShown(undefined)
  return (
    <Suspense>
      {shown === 'palette' && <CommandPalette onClose={close} />}
      {shown === 'help' && <ShortcutHelp onClose={close} />}
    </Suspense>
  )
}
