// The frame around every screen: skip link, sidebar, top bar, the screen, the live region, and the dialog that renews a session over all of it.
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { announcement } from '../state/live-region.ts'
import { session } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { ConnectionBanners } from './ConnectionState.tsx'
import { Keyboard } from './Keyboard.tsx'
import { Sidebar } from './Sidebar.tsx'
import { Toasts } from './Toasts.tsx'
import { TopBar } from './TopBar.tsx'
import { TroubleBanner } from './TroubleBanner.tsx'

const RenewDialog = lazy(async () => ({ default: (await import('../session/RenewDialog.tsx')).RenewDialog }))

export function Layout() {
  const state = useStore(session)
  const said = useStore(announcement)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const pathname = useLocation({ select: (at) => at.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes with every change of the route
  useEffect(() => setDrawerOpen(false), [pathname])
  const navigate = useNavigate()
  useEffect(() => {
    if (state.kind === 'none') void navigate({ to: '/sign-in', replace: true }) // signed out, here or in another tab
  }, [state.kind, navigate])
  if (state.kind === 'none' || state.kind === 'unknown') return null
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <Sidebar isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      <div className="shell-page">
        <TopBar onMenu={() => setDrawerOpen(true)} />
        <ConnectionBanners />
        <TroubleBanner />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Keyboard />
      <Toasts />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {state.kind === 'over' && (
        <Suspense>
          <RenewDialog />
        </Suspense>
      )}
    </div>
  )
}
