// The search button of the top bar and its keys. The pop-up's code is fetched when it is first wanted.
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { missingResultAddress } from '@site/src/components/ReportIssue/address.ts'
import { facetFiltersFor } from '@site/src/search/context.ts'
import type { DialogProps } from '@site/src/search/Dialog.tsx'
import { searchSettings, textsOf } from '@site/src/search/settings.ts'
import { intentOf, isEditing, typedInto } from '@site/src/search/shortcuts.ts'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import styles from './styles.module.css'

export default function SearchBar() {
  const { siteConfig } = useDocusaurusContext()
  const settings = useMemo(() => searchSettings(siteConfig), [siteConfig])
  const facetFilters = useMemo(() => facetFiltersFor(settings.contextualSearch), [settings])
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>()
  const [wanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const texts = textsOf(settings)

  // Typed while the code of the pop-up is on its way, which is when nothing has the focus yet; undefined when nobody waits for it.
  const ahead = useRef<string | undefined>(undefined)
  const isWanted = useRef(false)

  const want = useCallback((next: boolean) => {
    if (next === isWanted.current) return
    isWanted.current = next
    ahead.current = next ? '' : undefined
    setWanted(next)
  }, [])
  const prepare = useCallback(() => {
    import('@site/src/search/Dialog.tsx').then(
      (module) => setDialog(() => module.default),
      () => want(false), // the next time it is asked for again
    )
  }, [want])
  const takeTyped = useCallback(() => {
    const typed = ahead.current ?? ''
    ahead.current = undefined
    return typed
  }, [])
  const open = () => {
    want(true)
    prepare()
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (ahead.current !== undefined) {
        const typed = typedInto(ahead.current, event)
        if (typed !== undefined) {
          event.preventDefault()
          ahead.current = typed
          return
        }
        if (event.key === 'Escape') want(false)
      }
      const intent = intentOf({
        key: event.key,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        editing: isEditing(event.target),
      })
      if (!intent) return
      event.preventDefault()
      want(intent === 'toggle' ? !isWanted.current : true)
      prepare()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [prepare, want])
  // The button cannot take the focus before the pop-up, beside which everything is inert, has left the page.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !wanted) button.current?.focus()
    wasOpen.current = wanted
  }, [wanted])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        onClick={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M7 2a5 5 0 1 1 0 10A5 5 0 0 1 7 2zm3.700 8.700L14 14"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.600"
            strokeLinecap="round"
          />
        </svg>
        <span className={styles.label}>{texts.button}</span>
        <span className={styles.keys} aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {wanted && Dialog ? (
        <Dialog
          settings={settings}
          baseUrl={siteConfig.baseUrl}
          facetFilters={facetFilters}
          reportUrl={(query) => missingResultAddress(siteConfig.customFields?.issueTracker, query)}
          takeTyped={takeTyped}
          onClose={() => want(false)}
        />
      ) : null}
    </>
  )
}
