// A log file that is moved aside when it is full, and made again where it vanished. What cannot be written is lost: a full disk or a folder that
// somebody removed must not take the service down.
import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino, { type DestinationStream } from 'pino'

type Destination = ReturnType<typeof pino.destination>

/** How often the file is looked for: it may have been removed, or moved aside by somebody else. */
const LOOK_MS = 1000
/** Kept while the disk is full, to be written when there is room again; what comes then is lost. */
const WAITING_BYTES = 1_000_000

interface Opened {
  readonly destination: Destination
  readonly inode: number
  bytes: number
}

/** @param keptBytes  from which on a file is moved aside, to `.1` */
export function rollingFile(path: string, keptBytes: number): DestinationStream {
  let opened = open(path)
  let lookedAt = Date.now()
  const reopen = (): void => {
    opened?.destination.destroy()
    opened = open(path)
  }
  return {
    write(line) {
      if (Date.now() - lookedAt >= LOOK_MS) {
        lookedAt = Date.now()
        if (!opened || inodeOf(path) !== opened.inode) reopen()
      }
      if (opened && opened.bytes > keptBytes) {
        moveAside(path)
        reopen()
      }
      if (!opened) return
      opened.bytes += Buffer.byteLength(line)
      opened.destination.write(line)
    },
  }
}

/** Undefined: it cannot be opened now. */
function open(path: string): Opened | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const destination = pino.destination({ dest: path, sync: true, mode: 0o600, maxLength: WAITING_BYTES })
    destination.on('error', () => {}) // the line waits, and is tried again with the next
    const { ino, size } = statSync(path)
    return { destination, inode: ino, bytes: size }
  } catch {
    return undefined
  }
}

function moveAside(path: string): void {
  try {
    renameSync(path, `${path}.1`)
  } catch {
    // It vanished, or its folder did.
  }
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino
