// What each step costs, in milliseconds, and where that was measured. The simulation knows nothing else of the platform.

/** On two cores that others used as well: an idle machine has less to pay, so figures are on the safe side. */
export const COSTS = {
  /** Of an API process, whose one thread does everything. `npm run bench throughput`: API of a task of one user. */
  submission: 2,
  /** Assumed: `npm run bench throughput` says below 1 ms on an idle platform. */
  read: 0.5,
  /** An event to one reader of the realtime channel, and one look of a process that has readers. `npm run bench realtime`: 2,000 a second take 5 % of a core. */
  delivery: 0.03,
  realtimeLook: 0.05,
  /** PostgreSQL of one of the four transactions of a task: accepted, begun, in progress, ended. `npm run bench throughput`: 5 ms of a task. */
  transaction: 1.25,
  /** PostgreSQL of a notification, and of each connection that it wakes. `npm run bench notify`. */
  notification: 0.27,
  woken: 0.02,
  /** PostgreSQL of a statement that keeps a lease or says that a worker is there. `npm run bench fleet`: ten workers at rest take 3 % of a core. */
  statement: 0.3,
  /** PostgreSQL of a worker's look for jobs, and of a read: assumed. With them a task takes the 6 ms that `npm run bench fleet` says at ten a second. */
  look: 0.4,
  query: 0.13,
  /** A worker of a task: its own process, and the run's. `npm run bench throughput`. */
  attempt: 15,
  /** The store for one object, and the way there. Swift on one core: assumed; stores differ. */
  object: 8,
  objectWay: 5,
} as const

/** How often each process asks by itself, a second: polls of two queues, leases, sweeps of worker and supervisor, hello. */
export const WORKER_STATEMENTS = 2 * 2 + 2 + 2 + 1
/** Of an API process: looks of sweeps, webhooks and the backlog; with readers, those of the realtime channel beside them. */
export const API_STATEMENTS = 6
export const REALTIME_LOOKS = 40
/** Chunk and whole of the output, and what the run says of itself. */
export const OBJECTS_OF_TASK = 3
/** Status, statistics and counts of a task, to each connection of its user. */
export const EVENTS_OF_TASK = 6
/** Megabytes of PostgreSQL for a connection. `npm run bench latency`: 20 to 23. */
export const CONNECTION_MEGABYTES = 21
