// Disks of a bounded size, in memory, which can be full. Need root.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface Disk {
  readonly folder: string
  /** Leaves no byte. */
  fill(): void
  /** Takes away what filled it. */
  empty(): void
  remove(): void
}

/** @param folder  where it is mounted; made if it is not there */
export function mountDisk(folder: string, megabytes: number): Disk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'pipe' })
  const filler = join(folder, '.filler')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      const file = openSync(filler, 'w')
      const zeros = Buffer.alloc(2 ** 20)
      try {
        for (let left = bavail * bsize + 2 ** 20; left > 0; left -= zeros.length) writeSync(file, zeros)
      } catch {
        // It is full: that was asked for.
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' }),
  }
}
