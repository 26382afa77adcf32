// All routes. Each screen is a chunk of its own, loaded when a link to it is about to be followed.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { restoreQueries } from './api/persistence.ts'
import { followThemePreference } from './api/preferences.ts'
import { compareSearch, referenceSearch } from './compare/search.ts'
import { coreSearch } from './cores/filter.ts'
import { dataSearch } from './data/search.ts'
import { editorSearch } from './editor/search.ts'
import { HomeScreen } from './home/HomeScreen.tsx'
import { repositoriesSearch, repositorySearch } from './repositories/search.ts'
import { settingsSearch } from './settings/sections.ts'
import { Crash } from './shell/Crash.tsx'
import { Layout } from './shell/Layout.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { ADDRESS } from './state/address.ts'
import { GITHUB_RETURN } from './state/github-login.ts'
import { insidePath } from './state/next.ts'
import { inReach } from './state/out-of-reach.ts'
import { resumeSession, session } from './state/session.ts'
import { sweepSearch } from './sweep/grid.ts'
import { tasksSearch } from './tasks/filters.ts'
import { taskSearch } from './tasks/task-search.ts'
import { usageSearch } from './usage/search.ts'
import { valueSearch } from './values/search.ts'

const root = createRootRoute({ component: Outlet, errorComponent: Crash, notFoundComponent: NotFound, beforeLoad: resumeSession })

export interface SignInSearch {
  /** Where to go then: a path of the console. */
  readonly next?: string
}
const signInSearch = (search: Record<string, unknown>): SignInSearch => {
  const next = insidePath(search['next'])
  return next === undefined ? {} : { next }
}
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(
    inReach(() => import('./session/SignInScreen.tsx')),
    'SignInScreen',
  ),
})
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: signInSearch,
  component: lazyRouteComponent(
    inReach(() => import('./session/SignUpScreen.tsx')),
    'SignUpScreen',
  ),
})

/** Of what only somebody who signed in sees. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Layout,
  async beforeLoad({ location }) {
    const state = session.get()
    if ('userId' in state) {
      await restoreQueries(state.userId)
      void followThemePreference(state.userId)
      return
    }
    if (state.kind === 'none') throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
  },
})
const cores = createRoute({
  getParentRoute: () => inside,
  path: '/cores',
  validateSearch: coreSearch,
  component: lazyRouteComponent(
    inReach(() => import('./cores/CoresScreen.tsx')),
    'CoresScreen',
  ),
})
const repositories = createRoute({
  getParentRoute: () => inside,
  path: '/repositories',
  validateSearch: repositoriesSearch,
  component: lazyRouteComponent(
    inReach(() => import('./repositories/RepositoriesScreen.tsx')),
    'RepositoriesScreen',
  ),
})
const repository = createRoute({
  getParentRoute: () => inside,
  path: '/repositories/$repositoryId',
  validateSearch: repositorySearch,
  component: lazyRouteComponent(
    inReach(() => import('./repositories/RepositoryScreen.tsx')),
    'RepositoryScreen',
  ),
})
const data = createRoute({
  getParentRoute: () => inside,
  path: '/data',
  validateSearch: dataSearch,
  component: lazyRouteComponent(
    inReach(() => import('./data/DataScreen.tsx')),
    'DataScreen',
  ),
})
const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(
    inReach(() => import('./settings/SettingsScreen.tsx')),
    'SettingsScreen',
  ),
})
const githubReturn = createRoute({
  getParentRoute: () => inside,
  path: GITHUB_RETURN,
  component: lazyRouteComponent(
    inReach(() => import('./settings/GitHubReturn.tsx')),
    'GitHubReturn',
  ),
})
const usage = createRoute({
  getParentRoute: () => inside,
  path: '/usage',
  validateSearch: usageSearch,
  component: lazyRouteComponent(
    inReach(() => import('./usage/UsageScreen.tsx')),
    'UsageScreen',
  ),
})
const billing = createRoute({
  getParentRoute: () => inside,
  path: '/billing',
  component: lazyRouteComponent(
    inReach(() => import('./billing/BillingScreen.tsx')),
    'BillingScreen',
  ),
})
const home = createRoute({ getParentRoute: () => inside, path: '/', component: HomeScreen })
const editor = createRoute({
  getParentRoute: () => inside,
  path: '/editor',
  validateSearch: editorSearch,
  component: lazyRouteComponent(
    inReach(() => import('./editor/EditorScreen.tsx')),
    'EditorScreen',
  ),
})
const value = createRoute({
  getParentRoute: () => inside,
  path: '/value',
  validateSearch: valueSearch,
  component: lazyRouteComponent(
    inReach(() => import('./values/ValueScreen.tsx')),
    'ValueScreen',
  ),
})
const tasks = createRoute({
  getParentRoute: () => inside,
  path: '/tasks',
  validateSearch: tasksSearch,
  component: lazyRouteComponent(
    inReach(() => import('./tasks/TasksScreen.tsx')),
    'TasksScreen',
  ),
})
const task = createRoute({
  getParentRoute: () => inside,
  path: '/tasks/$taskId',
  validateSearch: taskSearch,
  component: lazyRouteComponent(
    inReach(() => import('./tasks/TaskScreen.tsx')),
    'TaskScreen',
  ),
})
const build = createRoute({
  getParentRoute: () => inside,
  path: '/tasks/builds/$buildId',
  component: lazyRouteComponent(
    inReach(() => import('./tasks/TaskScreen.tsx')),
    'BuildScreen',
  ),
})
const compare = createRoute({
  getParentRoute: () => inside,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(
    inReach(() => import('./compare/CompareScreen.tsx')),
    'CompareScreen',
  ),
})
const reference = createRoute({
  getParentRoute: () => inside,
  path: '/compare/reference',
  validateSearch: referenceSearch,
  component: lazyRouteComponent(
    inReach(() => import('./compare/ReferenceScreen.tsx')),
    'ReferenceScreen',
  ),
})
const sweep = createRoute({
  getParentRoute: () => inside,
  path: '/sweep',
  validateSearch: sweepSearch,
  component: lazyRouteComponent(
    inReach(() => import('./sweep/SweepScreen.tsx')),
    'SweepScreen',
  ),
})

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signUp,
    inside.addChildren([
      home,
      editor,
      value,
      repositories,
      repository,
      cores,
      tasks,
      task,
      build,
      compare,
      reference,
      sweep,
      data,
      usage,
      billing,
      settings,
      githubReturn,
    ]),
  ]),
  basepath: '/console',
  ...ADDRESS,
  search: { strict: true }, // what no screen knows, or would not take, does not reach it
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0, // the query cache decides
  scrollRestoration: true,
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: NotFound,
})
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
