// Tabs by the pattern of the ARIA practices: one stop of the keyboard, arrows between them, the panel after it.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import './tabs.css'

export interface Tab {
  readonly id: string
  readonly label: string
  /** How much is in it. */
  readonly count?: number | undefined
}
interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
  readonly onChange: (id: string) => void
  readonly children: ReactNode
}
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // Of more tabs than fit, the one that is shown is in view; the page itself does not move.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`)
    if (list.current && tab) list.current.scrollLeft = Math.max(0, tab.offsetLeft - list.current.offsetLeft - 48)
  }, [current])
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.id === current)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <div className="tab-set">
      <div ref={list} role="tablist" aria-label={label} className="tab-list" onKeyDown={keys}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === current}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count ? <span className="tab-count">{tab.count.toLocaleString('en')}</span> : null}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${current}`} className="tab-panel">
        {children}
      </div>
    </div>
  )
}
