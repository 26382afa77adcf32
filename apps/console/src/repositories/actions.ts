import { errors, type Repository, type User } from '@credence/contract'
import { actionTable } from '../state/actions.ts'

export interface RepositorySubject {
  readonly repository: Repository
  readonly isStarred: boolean
}
export const REPOSITORY_ACTIONS = actionTable<RepositorySubject>('Repository', [
  { id: 'open', label: 'Open', key: 'Enter' },
  { id: 'run', label: 'Run', key: 'r' },
  { id: 'star', label: 'Star or unstar' },
  { id: 'settings', label: 'Settings' },
  { id: 'disconnect', label: 'Disconnect', isDestructive: true },
])
export const LIST_ACTIONS = actionTable<User | undefined>('Repositories', [
  {
    id: 'connect',
    label: 'Connect a repository',
    key: 'c',
    obstacle: (user) => {
      const [count, most] = [user?.ResourceUsage.RepositoryCount ?? 0, user?.Limits?.RepositoryCount]
      return most !== undefined && count >= most ? `${errors.repositoryLimit().message} You have ${count} of ${most}.` : undefined
    },
  },
])
