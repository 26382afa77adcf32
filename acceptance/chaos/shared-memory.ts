// Shared memory that no living process uses: what a killed database left behind.
import { readdirSync, readFileSync } from 'node:fs'

/** Files of /dev/shm that nobody has mapped, and System V segments that nobody is attached to. */
export function sharedMemory(): string[] {
  const mapped = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readIfThere(`/proc/${pid}/maps`))
    .join('\n')
  const files = readdirSync('/dev/shm').filter((name) => !mapped.includes(`/dev/shm/${name}`))
  const segments = readIfThere('/proc/sysvipc/shm')
    .split('\n')
    .slice(1)
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , , , , attached]) => attached === '0') // key, id, mode, size, creator, last, attached, …
  return [...files, ...segments.map(([key, id]) => `segment ${id} of key ${key}`)]
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it ended, or this machine has none
  }
}
