// The account of the caller.
import { errors, type userOperations } from '@credence/contract'
import type { Database } from '../database/pool.ts'
import type { Handlers } from '../http/handler.ts'
import { getAccount, getUsage } from './queries.ts'

/** Usage is counted from the account's beginning; it is never reset. */
const NEVER = 0

export function userRoutes({ database }: { database: Database }): Handlers<Pick<typeof userOperations, 'getUser'>> {
  return {
    async getUser({ path, user }) {
      if (path.UserID !== 'me' && path.UserID !== user.userId) throw errors.userNotFound()
      const [account, usage] = await Promise.all([getAccount(database, user.userId), getUsage(database, user.userId)])
      if (!account || !usage) throw errors.userNotFound()
      return {
        Object: 'User',
        UserID: account.userId,
        Username: account.username,
        CreatedAt: account.createdAt,
        Preferences: { ...account.preferences, UpdatedAt: account.preferencesAt ?? account.createdAt },
        ResourceUsage: {
          APIAccessCount: usage.apiAccessCount,
          BucketCount: 0,
          BuildTimeInMillisecondsCount: usage.buildMilliseconds,
          CloudStorageBytes: 0,
          ConcurrentBuildCount: usage.concurrentBuildCount,
          ConcurrentTaskCount: usage.concurrentTaskCount,
          CoreCount: usage.coreCount,
          DataDriveCount: 0,
          DataSourceCount: 0,
          DynamicInstructionCount: usage.dynamicInstructions,
          ExecutionTimeInMillisecondsCount: usage.executionMilliseconds,
          GatewayCount: 0,
          KeyCount: usage.keyCount,
          PlotCount: usage.plotCount,
          RegistryStorageBytes: 0,
          RepositoryCount: 0,
          TaskCount: usage.taskCount,
          ResetsAt: NEVER,
          UpdatedAt: Math.floor(usage.updatedAt / 1000),
        },
      }
    },
  }
}
