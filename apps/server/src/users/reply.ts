// An account as it is answered.
import type { Preferences, User } from '@credence/contract'
import type { PlanLimits } from '../config.ts'
import type { Account, Usage } from './queries.ts'

export const asPreferences = ({ preferences, preferencesAt, createdAt }: Account): Preferences => ({
  ...preferences,
  UpdatedAt: preferencesAt ?? createdAt,
})

export const asUser = (found: Account & Usage, limits: PlanLimits): User => ({
  Object: 'User',
  UserID: found.userId,
  Username: found.username,
  CreatedAt: found.createdAt,
  Preferences: asPreferences(found),
  ResourceUsage: {
    APIAccessCount: found.apiAccessCount,
    BucketCount: 0,
    BuildTimeInMillisecondsCount: found.buildMilliseconds,
    CloudStorageBytes: found.storedBytes,
    ConcurrentBuildCount: found.concurrentBuildCount,
    ConcurrentTaskCount: found.concurrentTaskCount,
    CoreCount: found.coreCount,
    DataDriveCount: found.driveCount,
    DataSourceCount: 0,
    DynamicInstructionCount: found.dynamicInstructions,
    ExecutionTimeInMillisecondsCount: found.executionMilliseconds,
    GatewayCount: 0,
    KeyCount: found.keyCount,
    PlotCount: found.plotCount,
    RegistryStorageBytes: 0,
    RepositoryCount: found.repositoryCount,
    TaskCount: found.taskCount,
    ResetsAt: Math.floor(found.resetsAt / 1000),
    UpdatedAt: Math.floor(found.updatedAt / 1000),
  },
  Limits: {
    CoreCount: limits.cores,
    KeyCount: limits.keys,
    RepositoryCount: limits.repositories,
    UnfinishedCount: limits.unfinished,
    MemorySize: limits.memorySize,
    RequestsPerMinute: limits.requestsPerMinute,
  },
})
