// The disk of a run, from within its process: the file that the process was started with.
import { readSync, writeSync } from 'node:fs'
import { DISK } from '../../box/node/start.ts'
import type { Disk } from '../wasi/disk.ts'

export const DISK_FILE: Disk = {
  read: (position, into) => readSync(DISK, into, 0, into.length, position),
  write(position, bytes) {
    for (let done = 0; done < bytes.length; ) done += writeSync(DISK, bytes, done, bytes.length - done, position + done)
  },
}
