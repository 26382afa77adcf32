import '@credence/ui/tokens.css'
import '@credence/plot/figure.css'
import '@credence/plot/value.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/states.css'
import './styles/tables.css'
import './styles/menus.css'
import './styles/dialogs.css'
import './styles/phones.css'
import './shell/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startListening } from './api/live.ts'
import { queryClient } from './api/queries.ts'
import { router } from './router.tsx'
import './state/motion.ts'
import { watchForNewVersion } from './state/new-version.ts'

watchForNewVersion()
startListening()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
