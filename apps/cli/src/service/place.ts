// Where the service of one user, one checkout and one cache listens: a folder that only this user may enter, with a socket and a token in it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The checkout that runs, as its launcher tells. */
export interface Installation {
  /** The folder of the checkout. */
  readonly root: string
  /** Changes with any source of the command or the engine, and with Node. */
  readonly code: string
  /** Whether what runs is the bundle of it. */
  readonly isBundled?: boolean
}
/** Seconds of processor time for one build, as on a platform. */
export const BUILD_SECONDS = 'CREDENCE_BUILD_SECONDS'
/** What a client and its service must have in common: the code, and the limits of builds. */
export function commonOf({ code }: Installation, env: NodeJS.ProcessEnv): string {
  return `${code} ${env[BUILD_SECONDS] ?? ''}`
}

export interface Place {
  readonly folder: string
  readonly socket: string
  /** Whoever shows what is in it may be served. */
  readonly token: string
  /** What the service said on standard error since it started. */
  readonly log: string
}
/** The folder cannot be trusted; the message says why. */
export class PlaceRefused extends Error {}

/** Bytes of a socket's path: 108 in Linux, 104 elsewhere, with the zero at its end. */
const LONGEST_SOCKET = 103

/** @param env  where XDG_RUNTIME_DIR may name the user's folder for such things; the folder for temporary files serves otherwise */
export function placeOf({ root }: Installation, cacheFolder: string, env: NodeJS.ProcessEnv): Place {
  const name = createHash('sha256').update(`${root}\0${cacheFolder}`).digest('hex').slice(0, 16)
  const below = (base: string) => path.join(base, `credence-${userId()}`, name)
  const runtime = env['XDG_RUNTIME_DIR']
  const candidates = [...(runtime && isOwn(runtime) ? [runtime] : []), tmpdir(), '/tmp'].map(below)
  const folder = candidates.find((each) => Buffer.byteLength(path.join(each, SOCKET)) <= LONGEST_SOCKET) ?? below('/tmp')
  return { folder, socket: path.join(folder, SOCKET), token: path.join(folder, 'token'), log: path.join(folder, 'log') }
}
const SOCKET = 'socket'

/** Makes what is missing. @returns the token @throws PlaceRefused where somebody else may enter */
export function openPlace({ folder, token }: Place): string {
  for (const each of [path.dirname(folder), folder]) {
    mkdirSync(each, { recursive: true, mode: 0o700 })
    const { mode, uid } = lstatSync(each)
    if ((mode & KIND) !== FOLDER) throw new PlaceRefused(`${each} is not a folder`)
    if (uid !== userId()) throw new PlaceRefused(`${each} belongs to another user`)
    if ((mode & 0o077) !== 0) throw new PlaceRefused(`${each} is open to other users; its mode should be 700`)
  }
  return readToken(token) ?? makeToken(token)
}
const KIND = 0o170000
const FOLDER = 0o040000

/** The same one for all services and clients of the folder. */
function readToken(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
/** Whole or not there: several may do so at the same time, and the first one's stays. */
function makeToken(file: string): string {
  const draft = `${file}-${randomUUID()}`
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function isOwn(folder: string): boolean {
  try {
    return path.isAbsolute(folder) && lstatSync(folder).uid === userId()
  } catch {
    return false
  }
}
/** Where there are no user ids there is no service either. */
export function userId(): number | undefined {
  return process.getuid?.()
}
