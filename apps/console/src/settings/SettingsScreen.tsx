import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { useTitle } from '../state/title.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { SECTIONS, type SectionId } from './sections.ts'
import './settings.css'

const PARTS = {
  profile: lazy(async () => ({ default: (await import('./Profile.tsx')).Profile })),
  appearance: lazy(async () => ({ default: (await import('./Appearance.tsx')).Appearance })),
  editor: lazy(async () => ({ default: (await import('./EditorOptions.tsx')).EditorOptions })),
  execution: lazy(async () => ({ default: (await import('./Execution.tsx')).Execution })),
  keys: lazy(async () => ({ default: (await import('./Keys.tsx')).Keys })),
  github: lazy(async () => ({ default: (await import('./GitHub.tsx')).GitHub })),
  webhooks: lazy(async () => ({ default: (await import('./Webhooks.tsx')).Webhooks })),
  activity: lazy(async () => ({ default: (await import('./Activity.tsx')).Activity })),
  health: lazy(async () => ({ default: (await import('./Health.tsx')).Health })),
} as const satisfies Record<SectionId, ComponentType>
const route = getRouteApi('/inside/settings')

export function SettingsScreen() {
  const { section = 'profile' } = route.useSearch()
  const title = SECTIONS.find(({ id }) => id === section)?.title ?? ''
  useTitle(title, 'Settings')
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    const chosen = tabs.current?.querySelector(`[data-section="${section}"]`)
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section])
  const Part = PARTS[section]
  return (
    <>
      <h1>Settings</h1>
      <nav ref={tabs} className="tabs" aria-label="Sections">
        {SECTIONS.map(({ id, title: name }) => (
          <Link key={id} data-section={id} to="/settings" search={{ section: id }} aria-current={id === section ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Waiting rows={5} />}>
        <Part />
      </Suspense>
    </>
  )
}
