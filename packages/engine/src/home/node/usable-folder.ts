// The folder in which everything is kept: made where it is missing, tried, and where it cannot serve, why and what to do in one sentence.
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, mkdir, open, realpath, rm, stat } from 'node:fs/promises'
import path from 'node:path'

export interface Wanted {
  /** Absolute, or from the working directory. */
  readonly folder: string
  /** What people call it: `the home folder`. */
  readonly name: string
  /** What names another one: `CREDENCE_HOME`. */
  readonly setting: string
}

/** `message` is for people; the cause is the error of the system. */
export class UnusableFolder extends Error {
  override name = 'UnusableFolder'
}

/**
 * Makes the folder, with those above it, and looks whether this process may write in it. Costs three calls of the system.
 * @returns the folder without symbolic links
 * @throws UnusableFolder
 */
export async function usableFolder(wanted: Wanted): Promise<string> {
  try {
    await makeFolder(path.resolve(wanted.folder))
    await access(wanted.folder, constants.W_OK | constants.X_OK)
    return await realpath(wanted.folder)
  } catch (error) {
    throw await unusable(wanted, error)
  }
}

/** With those above it. Not by the option `recursive`, which never ends where a folder takes none although it is there, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  const made = () => mkdir(folder).then(noError, (error: NodeJS.ErrnoException) => error)
  let error = await made()
  if (error?.code === 'ENOENT' && path.dirname(folder) !== folder) {
    await makeFolder(path.dirname(folder))
    error = await made()
  }
  if (error && !(error.code === 'EEXIST' && (await stat(folder)).isDirectory())) throw error
}
const noError = (): undefined => undefined

const TRIED_BYTES = 65_536

/**
 * As usableFolder, and writes and removes a file, since a full disk shows only then.
 * @throws UnusableFolder
 */
export async function writableFolder(wanted: Wanted): Promise<string> {
  const folder = await usableFolder(wanted)
  const trial = path.join(folder, `.trial-${randomUUID()}`)
  try {
    const file = await open(trial, 'wx', 0o600)
    try {
      await file.writeFile(new Uint8Array(TRIED_BYTES).fill(1))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    throw await unusable(wanted, error)
  } finally {
    await rm(trial, { force: true }).catch(() => {})
  }
  return folder
}

/** The sentence for an error of the system that came of using the folder; other errors as they are. */
export async function unusable({ folder, name, setting }: Wanted, error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error
  const { code, syscall } = /No space left on device/.test(error.message) ? FULL_ELSEWHERE : (error as NodeJS.ErrnoException)
  if (code === undefined || syscall === undefined || syscall.startsWith('spawn')) return error
  const absolute = path.resolve(folder)
  const advice =
    code in FULL ? `Free some space, or set ${setting} to a folder on another disk.` : `Set ${setting} to a folder in which you can write.`
  return new UnusableFolder(`${name} ${absolute} (${setting}) cannot be used: ${await reasonOf(code, absolute)}. ${advice}`, { cause: error })
}

/** As another program says it. */
const FULL_ELSEWHERE = { code: 'ENOSPC', syscall: 'write' } as const
const FULL = { ENOSPC: 'the disk is full', EDQUOT: 'your share of the disk is used up' } as const
const REASONS: Readonly<Record<string, string>> = {
  ...FULL,
  ELOOP: 'its symbolic links lead in a circle',
  EROFS: 'its file system is read-only',
  EIO: 'the disk reports an error',
}

async function reasonOf(code: string, folder: string): Promise<string> {
  if (code === 'ENAMETOOLONG') return `its path of ${Buffer.byteLength(folder)} bytes, or a name in it, is longer than the file system allows`
  const known = REASONS[code]
  if (known !== undefined) return known
  const { found, isLink, isFolder, owner } = await lastThere(folder)
  const it = found === folder ? 'it' : found
  if (isLink) return `${it} is a symbolic link that leads nowhere`
  if (!isFolder) return `${it} is a file`
  if (code === 'EACCES' || code === 'EPERM') {
    const me = process.getuid?.()
    return `you${me === undefined ? '' : ` (user ${me})`} may not write in ${found}${owner === me ? '' : `, which belongs to user ${owner}`}`
  }
  return code === 'ENOENT' ? `no folder can be made in ${found}` : code
}

/** The folder, or what there is of the way to it. */
async function lastThere(folder: string): Promise<{ found: string; isLink: boolean; isFolder: boolean; owner: number }> {
  for (let found = folder; ; found = path.dirname(found)) {
    const info = await lstat(found).catch(() => undefined)
    if (!info && found !== path.dirname(found)) continue
    const target = info?.isSymbolicLink() ? await realpath(found).then(lstat, () => undefined) : info
    return { found, isLink: info !== undefined && target === undefined, isFolder: target?.isDirectory() ?? false, owner: Number(target?.uid ?? 0) }
  }
}
