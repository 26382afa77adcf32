// The areas of the console in the order of its sidebar. An area joins with its first screen: a folder of its name, its routes in `router.tsx`, a row here.
import type { IconName } from './ui/Icon.tsx'

export interface Area {
  readonly title: string
  readonly path: string
  /** Pressed after `g`, it goes there. */
  readonly key: string
  readonly icon: IconName
  /** What the documentation says of it. */
  readonly docs: string
  /** Other screens that belong to it. */
  readonly also?: readonly { readonly path: string; readonly title: string }[]
}
const guide = (page: string): string => `/docs/platform/user-interface/${page}/`

const COMPARISONS = [
  { path: '/compare', title: 'Compare runs' },
  { path: '/compare/reference', title: 'Compare with Monte Carlo' },
  { path: '/sweep', title: 'Sweep' },
  { path: '/value', title: 'Value' },
] as const
export const AREAS: readonly Area[] = [
  { title: 'Home', path: '/', key: 'h', icon: 'home', docs: guide('home') },
  { title: 'Editor', path: '/editor', key: 'e', icon: 'editor', docs: guide('editor') },
  { title: 'Repositories', path: '/repositories', key: 'r', icon: 'repositories', docs: guide('repositories') },
  { title: 'Cores', path: '/cores', key: 'c', icon: 'cores', docs: guide('cores') },
  { title: 'Task manager', path: '/tasks', key: 't', icon: 'tasks', docs: guide('task-manager'), also: COMPARISONS },
  { title: 'Data', path: '/data', key: 'd', icon: 'data', docs: '/docs/platform/getting-started/data-sources/' },
  { title: 'Usage', path: '/usage', key: 'u', icon: 'usage', docs: guide('usage') },
  { title: 'Billing', path: '/billing', key: 'b', icon: 'billing', docs: guide('billing') },
  { title: 'Settings', path: '/settings', key: 's', icon: 'settings', docs: guide('settings'), also: [{ path: '/github', title: 'GitHub' }] },
]

/** The area that a path of the console belongs to. */
export const areaOf = (path: string): Area | undefined =>
  AREAS.find(
    ({ path: own, also = [] }) =>
      own !== '/' && [own, ...also.map((screen) => screen.path)].some((each) => path === each || path.startsWith(`${each}/`)),
  ) ?? (path === '/' ? AREAS[0] : undefined)
