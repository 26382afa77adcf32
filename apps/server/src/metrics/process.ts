// What every process says of itself. Names without `credence_` are those that clients of Prometheus use in common.
import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Family } from './registry.ts'

export function openProcessFigures(): () => readonly Family[] {
  let delay: ReturnType<typeof enabledDelay> | undefined // from the first look on: a process that nobody looks at is not woken a hundred times a second
  return () => {
    delay ??= enabledDelay()
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const late = Math.max(0, delay.percentile(99) / 1e9)
    delay.reset()
    return [
      one('process_cpu_seconds_total', 'counter', 'Processor time, of user and system.', (user + system) / 1e6),
      one('process_resident_memory_bytes', 'gauge', 'Resident memory.', rss),
      one(
        'process_start_time_seconds',
        'gauge',
        'When the process began, in seconds since the epoch.',
        Math.round(Date.now() / 1000 - process.uptime()),
      ),
      one('process_open_fds', 'gauge', 'Open file descriptors.', openDescriptors()),
      one('nodejs_heap_size_used_bytes', 'gauge', 'Used heap of JavaScript.', heapUsed),
      one(
        'nodejs_eventloop_lag_p99_seconds',
        'gauge',
        'Time between two turns of the event loop that 99 % of the turns since the last look took at most.',
        Number.isFinite(late) ? late : 0,
      ),
    ]
  }
}

function enabledDelay() {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return delay
}

export const one = (name: string, type: 'counter' | 'gauge', help: string, value: number): Family => ({ name, type, help, samples: [{ value }] })

/** Where the system has /proc; elsewhere NaN, which Prometheus reads as unknown. */
function openDescriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return Number.NaN
  }
}
