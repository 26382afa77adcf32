// How often each part is struck in the whole of chaos: `npm run chaos -- --full`.

/** By name of a blow. */
export type Goals = Readonly<Record<string, number>>

/** 500 kills of workers, 50 of PostgreSQL, and twenty of each other kind that issue and operators fear; in namespaces, on small disks. */
export const FULL: Goals = {
  worker: 380,
  machine: 120,
  runner: 20,
  frozen: 20,
  workerHalfOpen: 20,
  workerCutOff: 10,
  workerSlow: 5,
  api: 20,
  apiCutOff: 5,
  database: 50,
  databaseFrozen: 5,
  databaseCutOff: 10,
  objects: 10,
  'objects-refuse': 10,
  'objects-break': 10,
  'objects-silent': 10,
  postgresFull: 5,
  swiftFull: 5,
  'worker-1Full': 4,
  'worker-2Full': 3,
  'worker-3Full': 3,
}
export const FULL_TASKS = 10_000
export const FULL_WORKERS = 5
/** So many of them take work before one is struck: with fewer, what is measured is how long a machine takes to start them. */
export const FULL_READY = 3
/** Tasks that wait or run; no more are submitted meanwhile, and nothing is struck. */
export const FULL_OPEN = 150
