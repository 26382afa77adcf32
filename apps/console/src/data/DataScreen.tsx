// Where the data of runs is: one's own files, buckets, drives that join several, things that report.
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTitle } from '../state/title.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { DATA_SECTIONS, type DataSection } from './search.ts'
import './data.css'

const PARTS = {
  files: lazy(async () => ({ default: (await import('./Files.tsx')).Files })),
  buckets: lazy(async () => ({ default: (await import('./Buckets.tsx')).Buckets })),
  drives: lazy(async () => ({ default: (await import('./Drives.tsx')).Drives })),
  things: lazy(async () => ({ default: (await import('./Things.tsx')).Things })),
} as const satisfies Record<DataSection, ComponentType>
const route = getRouteApi('/inside/data')

export function DataScreen() {
  const { section = 'files' } = route.useSearch()
  useTitle(DATA_SECTIONS.find(({ id }) => id === section)?.title ?? '', 'Data')
  const Part = PARTS[section]
  return (
    <>
      <h1>Data</h1>
      <nav className="tabs" aria-label="Kinds of data">
        {DATA_SECTIONS.map(({ id, title }) => (
          <Link
            key={id}
            to="/data"
            search={id === 'files' ? {} : { section: id }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={id === section ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Waiting rows={5} />}>
        <Part />
      </Suspense>
    </>
  )
}
