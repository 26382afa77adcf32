// What a client and the service say to each other. Messages are framed like those of the compile process: a JSON value and byte arrays.
import type { BuildRequest, BuildResult, PrepareEvent, Progress, RunRequest, RunResult, Stream } from '@credence/engine'
import type { PackedTraced } from '@credence/engine/traced'

/** The first message of a connection. */
export interface Hello {
  readonly token: string
  /** As `commonOf` tells of the client. */
  readonly code: string
}
/** The answer to it; after anything but `welcome` the connection ends. `changed`: the service is of other code, and retires. */
export type Greeting = { readonly greeting: 'welcome' | 'changed' | 'stranger' }

/** One after the other; `cancel` and `read` while one is done. Bytes travel as blobs: of a build its files, of a run the module and then its files. */
export type Ask =
  | ({ readonly do: 'build'; readonly paths: readonly string[] } & Omit<BuildRequest, 'files'>)
  | ({ readonly do: 'run'; readonly paths: readonly string[]; readonly tellsProgress: boolean; readonly takesInput: boolean } & Omit<
      RunRequest,
      'module' | 'files'
    >)
  | { readonly do: 'cancel' }
  /** During a run that wants it: the blob is what the program finds on standard input. */
  | { readonly do: 'read' }
  | { readonly do: 'status' }
  | { readonly do: 'stop' }

/** Blobs: of `output` its bytes; of `built` the module and the plain one, as they are named; of `ran` its files, then, where it traced, the numbers of that. */
export type Answer =
  | { readonly progress: PrepareEvent }
  | { readonly output: Stream }
  | { readonly executions: Progress }
  | { readonly wants: 'input' }
  | { readonly built: Omit<BuildResult, 'module' | 'plain'>; readonly blobs: readonly ('module' | 'plain')[] }
  | { readonly ran: Omit<RunResult, 'files' | 'traced'>; readonly traced?: PackedTraced; readonly paths: readonly string[] }
  | { readonly status: ServiceStatus }
  /** The compiler has worked for somebody else for a while. */
  | { readonly busy: true }
  | { readonly failed: string }

export interface ServiceStatus {
  readonly pid: number
  readonly builds: number
  readonly runs: number
  /** Of the service and its processes, resident. */
  readonly memoryBytes: number
  /** Until it ends by itself, from the end of the last connection. */
  readonly idleSeconds: number
}
