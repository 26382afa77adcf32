import type { Feature } from '../http/feature.ts'
import { type GitHubDeps, githubRoutes } from './routes.ts'
import { type GitHubAddresses, openUpstream } from './upstream.ts'

/** The connection of an account to GitHub, and the proxy to it. */
export const githubFeature = ({ addresses, ...deps }: Omit<GitHubDeps, 'upstream'> & { readonly addresses: GitHubAddresses }) =>
  ({ operations: githubRoutes({ ...deps, upstream: openUpstream(addresses) }) }) satisfies Feature
