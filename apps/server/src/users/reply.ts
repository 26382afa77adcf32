// An account as it is answered.
import { asResourceLimits, type PlanLimits, type Preferences, type User } from '@credence/contract'
import type { Account, AccountNow } from './queries.ts'

export const asPreferences = ({ preferences, preferencesAt, createdAt }: Account): Preferences => ({
  ...preferences,
  UpdatedAt: preferencesAt ?? createdAt,
})

export const asUser = (found: AccountNow, limits: PlanLimits): User => ({
  Object: 'User',
  UserID: found.userId,
  Username: found.username,
  CreatedAt: found.createdAt,
  Preferences: asPreferences(found),
  ResourceUsage: {
    APIAccessCount: found.apiAccessCount,
    BucketCount: found.bucketCount,
    BuildTimeInMillisecondsCount: found.buildMilliseconds,
    CloudStorageBytes: found.storedBytes,
    ConcurrentBuildCount: found.concurrentBuildCount,
    ConcurrentTaskCount: found.concurrentTaskCount,
    CoreCount: found.coreCount,
    DataDriveCount: found.driveCount,
    DataSourceCount: 0,
    DynamicInstructionCount: found.dynamicInstructions,
    ExecutionTimeInMillisecondsCount: found.executionMilliseconds,
    GatewayCount: found.thingCount,
    KeyCount: found.keyCount,
    PlotCount: found.plotCount,
    RegistryStorageBytes: 0,
    RepositoryCount: found.repositoryCount,
    TaskCount: found.taskCount,
    ResetsAt: Math.floor(found.resetsAt / 1000),
    UpdatedAt: Math.floor(found.updatedAt / 1000),
  },
  Limits: asResourceLimits(limits),
  HasPassword: found.hasPassword,
})
