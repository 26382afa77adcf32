// Health by doing: each service is really used, in ways that wait behind no user's job, and the result is kept for a few seconds.
import { type HealthRecord, SERVICES, type Service } from '@credence/contract'
import { isDiskFull } from '../disk/full.ts'
import type { Checks, Finding } from './finding.ts'

const KEPT_MS = 3000
/** Of a check, which bounds itself where it waits for somebody. */
const PATIENCE_MS = 10_000

export interface HealthChecks {
  of(service: Service): Promise<HealthRecord>
  all(): Promise<HealthRecord[]>
}

export function openHealthChecks(checks: Checks): HealthChecks {
  const kept = new Map<Service, { at: number; record: Promise<HealthRecord> }>()
  const of = (service: Service): Promise<HealthRecord> => {
    const last = kept.get(service)
    if (last && performance.now() - last.at < KEPT_MS) return last.record
    const record = examine(service, checks[service])
    kept.set(service, { at: performance.now(), record })
    return record
  }
  return { of, all: () => Promise.all(SERVICES.map(of)) }
}

async function examine(service: Service, check: () => Promise<Finding>): Promise<HealthRecord> {
  const began = performance.now()
  const { status, responseTime, more } = await within(PATIENCE_MS, check()).catch(
    (cause: unknown): Finding => ({ status: 'unhealthy', more: { error: problemOf(service, cause) } }),
  )
  const details = { responseTime: responseTime ?? Math.round(performance.now() - began), ...more }
  return { service, status, timestamp: new Date().toISOString(), details }
}

/** In our own words: messages of the system name paths. */
function problemOf(service: Service, cause: unknown): string {
  const { code } = (cause ?? {}) as { code?: unknown }
  if (isDiskFull(cause)) return 'the disk is full'
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return 'its folder may not be written'
  return `${service} does not answer`
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
