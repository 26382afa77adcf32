// The account of the caller.
import { errors, type userOperations } from '@credence/contract'
import type { Database } from '../database/pool.ts'
import type { Handlers } from '../http/handler.ts'
import { getAccountAndUsage } from './queries.ts'

/** Usage is counted from the account's beginning; it is never reset. */
const NEVER = 0

export function userRoutes({ database }: { database: Database }): Handlers<typeof userOperations> {
  return {
    async getUser({ path, user }) {
      if (path.UserID !== 'me' && path.UserID !== user.userId) throw errors.userNotFound()
      const found = await getAccountAndUsage(database, user.userId)
      if (!found) throw errors.userNotFound()
      return {
        Object: 'User',
        UserID: found.userId,
        Username: found.username,
        CreatedAt: found.createdAt,
        Preferences: { ...found.preferences, UpdatedAt: found.preferencesAt ?? found.createdAt },
        ResourceUsage: {
          APIAccessCount: found.apiAccessCount,
          BucketCount: 0,
          BuildTimeInMillisecondsCount: found.buildMilliseconds,
          CloudStorageBytes: 0,
          ConcurrentBuildCount: found.concurrentBuildCount,
          ConcurrentTaskCount: found.concurrentTaskCount,
          CoreCount: found.coreCount,
          DataDriveCount: 0,
          DataSourceCount: 0,
          DynamicInstructionCount: found.dynamicInstructions,
          ExecutionTimeInMillisecondsCount: found.executionMilliseconds,
          GatewayCount: 0,
          KeyCount: found.keyCount,
          PlotCount: found.plotCount,
          RegistryStorageBytes: 0,
          RepositoryCount: found.repositoryCount,
          TaskCount: found.taskCount,
          ResetsAt: NEVER,
          UpdatedAt: Math.floor(found.updatedAt / 1000),
        },
      }
    },
  }
}
