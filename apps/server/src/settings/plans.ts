// What an account of a plan may have at once, unless CREDENCE_PLANS changes it.
import type { Plan } from '@credence/contract'

export interface PlanLimits {
  readonly cores: number
  /** Bytes of the largest core that it may use. */
  readonly memorySize: number
  readonly keys: number
  readonly repositories: number
  readonly drives: number
  /** Of files. */
  readonly storageBytes: number
  /** Builds, and tasks, that run at the same time while others wait; a burst on an idle platform may exceed it. */
  readonly running: number
  /** Builds and tasks that are not finished, waiting ones included; more are refused. */
  readonly unfinished: number
  /** Of the API; in a burst a minute's worth at once. */
  readonly requestsPerMinute: number
}

export const PLAN_DEFAULTS: Readonly<Record<Plan, PlanLimits>> = {
  FreeTier: {
    cores: 3,
    memorySize: 512_000_000,
    keys: 10,
    repositories: 3,
    drives: 3,
    storageBytes: 1e9,
    running: 1,
    unfinished: 100,
    requestsPerMinute: 600,
  },
  DeveloperTier: {
    cores: 20,
    memorySize: 1_000_000_000,
    keys: 20,
    repositories: 50,
    drives: 20,
    storageBytes: 20e9,
    running: 2,
    unfinished: 1000,
    requestsPerMinute: 3000,
  },
  AcademicTier: {
    cores: 20,
    memorySize: 1_000_000_000,
    keys: 20,
    repositories: 50,
    drives: 20,
    storageBytes: 20e9,
    running: 4,
    unfinished: 1000,
    requestsPerMinute: 3000,
  },
  ProTier: {
    cores: 100,
    memorySize: 2_000_000_000,
    keys: 50,
    repositories: 200,
    drives: 100,
    storageBytes: 100e9,
    running: 8,
    unfinished: 10_000,
    requestsPerMinute: 12_000,
  },
  EnterpriseTier: {
    cores: 1000,
    memorySize: 4_000_000_000,
    keys: 200,
    repositories: 5000,
    drives: 1000,
    storageBytes: 1e12,
    running: 64,
    unfinished: 100_000,
    requestsPerMinute: 60_000,
  },
  EnterpriseTierL: {
    cores: 1000,
    memorySize: 4_000_000_000,
    keys: 200,
    repositories: 5000,
    drives: 1000,
    storageBytes: 1e12,
    running: 64,
    unfinished: 100_000,
    requestsPerMinute: 60_000,
  },
  EnterpriseTierM: {
    cores: 500,
    memorySize: 4_000_000_000,
    keys: 100,
    repositories: 1000,
    drives: 500,
    storageBytes: 500e9,
    running: 32,
    unfinished: 50_000,
    requestsPerMinute: 30_000,
  },
  EnterpriseTierS: {
    cores: 200,
    memorySize: 4_000_000_000,
    keys: 100,
    repositories: 500,
    drives: 200,
    storageBytes: 200e9,
    running: 16,
    unfinished: 20_000,
    requestsPerMinute: 12_000,
  },
}
