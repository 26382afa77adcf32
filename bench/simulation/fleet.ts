// A platform of many workers and users as a discrete-event simulation: what waits for what, and where the first queue grows.
import { generator } from '@credence/distribution'
import { API_STATEMENTS, COSTS, EVENTS_OF_TASK, OBJECTS_OF_TASK, REALTIME_LOOKS, WORKER_STATEMENTS } from './costs.ts'
import { openClock, openStation, type Station } from './station.ts'

export interface Setting {
  readonly workers: number
  readonly slots: number
  /** Cores of a worker's machine. */
  readonly workerCores: number
  readonly apis: number
  /** Cores of PostgreSQL. */
  readonly databaseCores: number
  /** Milliseconds until its disk has a commit. */
  readonly flush: number
  /** Requests that the object store does at a time. */
  readonly objectServers: number
  /** Of a worker, that listen. */
  readonly listening: number
  readonly users: number
  /** Tasks of a user that run at a time, by plan. */
  readonly running: number
  /** Milliseconds of a program in the mean; exponential. */
  readonly program: number
  /** Tasks that come together, in the mean; geometric. */
  readonly burst: number
  /** Reads for each task: status, output, lists. */
  readonly reads: number
  /** Users that are connected to the realtime channel. */
  readonly connected: number
}
export interface Outcome {
  readonly tasks: number
  /** Milliseconds, at shares 0.5 and 0.99. */
  readonly submission: readonly [number, number]
  readonly toBegin: readonly [number, number]
  readonly toEnd: readonly [number, number]
  /** Share of the time, by name. */
  readonly busy: Readonly<Record<string, number>>
  readonly left: number
}

const SECONDS = 25
/** Until then nothing is counted. */
const WARM_MS = 10_000
/** As apps/server/src/queue/leases.ts has it. */
const STEP_MS = 4
const MOST_PATIENCE_MS = 500
const POLL_MS = 500

interface Task {
  readonly user: number
  readonly came: number
  /** Answered: it is in the queue. */
  begun: number
}
interface Worker {
  readonly cpu: Station
  busy: number
  patience: number
  isWoken: boolean
}

/** @param rate  tasks a second, all users together */
export function simulate(setting: Setting, rate: number, seed = 1): Outcome {
  const random = generator(seed)
  const exponential = (mean: number) => -mean * Math.log(1 - random())
  const clock = openClock()
  const apis = Array.from({ length: setting.apis }, () => openStation(clock, 1))
  const database = openStation(clock, setting.databaseCores)
  /** Of the whole server: held from before the flush of a commit with a notification until behind it. */
  const notifyLock = openStation(clock, 1)
  const objects = openStation(clock, setting.objectServers)
  const workers = Array.from(
    { length: setting.workers },
    (): Worker => ({ cpu: openStation(clock, setting.workerCores), busy: 0, patience: 0, isWoken: false }),
  )
  const running = new Map<number, number>()
  let queue: Task[] = []
  let slotTime = 0
  const submissions: number[] = []
  const begins: number[] = []
  const ends: number[] = []
  const counted = (task: Task) => task.came >= WARM_MS
  const api = () => apis[Math.floor(random() * apis.length)]!
  /** A transaction without a notification shares the flush of others. */
  const transaction = (done: () => void) => database.serve(COSTS.transaction, () => clock.after(setting.flush, done))
  const listeners = setting.workers * setting.listening + setting.apis

  const take = (worker: Worker): number => {
    let taken = 0
    for (let at = 0; at < queue.length && worker.busy < setting.slots; ) {
      const task = queue[at]!
      const own = running.get(task.user) ?? 0
      if (own >= setting.running) at++
      else {
        queue.splice(at, 1)
        running.set(task.user, own + 1)
        worker.busy++
        taken++
        attempt(worker, task)
      }
    }
    return taken
  }
  const look = (worker: Worker): void => {
    if (worker.busy >= setting.slots) return
    database.serve(COSTS.look, () => {
      worker.patience = take(worker) > 0 ? worker.patience / 2 : Math.min(MOST_PATIENCE_MS, worker.patience + STEP_MS)
    })
  }
  const wake = (worker: Worker): void => {
    if (worker.isWoken || worker.busy >= setting.slots) return
    worker.isWoken = true
    clock.after(random() * worker.patience, () => {
      worker.isWoken = false
      look(worker)
    })
  }
  const attempt = (worker: Worker, task: Task): void => {
    const from = clock.now()
    transaction(() => {
      if (counted(task)) begins.push(clock.now() - task.begun)
      worker.cpu.serve(COSTS.attempt, () =>
        transaction(() =>
          clock.after(exponential(setting.program), () => {
            worker.busy--
            slotTime += clock.now() - from
            look(worker)
            let open = OBJECTS_OF_TASK
            for (let count = 0; count < OBJECTS_OF_TASK; count++)
              objects.serve(COSTS.object, () =>
                clock.after(COSTS.objectWay, () => {
                  if (--open === 0) transaction(() => end(task))
                }),
              )
          }),
        ),
      )
    })
  }
  const end = (task: Task): void => {
    running.set(task.user, running.get(task.user)! - 1)
    if (counted(task)) ends.push(clock.now() - task.came)
    for (let count = 0; count < setting.reads; count++) clock.after(random() * 2000, () => api().serve(COSTS.read, () => database.serve(COSTS.query)))
    if (random() < setting.connected / setting.users) for (let count = 0; count < EVENTS_OF_TASK; count++) api().serve(COSTS.delivery)
  }
  const submit = (user: number): void => {
    const task: Task = { user, came: clock.now(), begun: 0 }
    api().serve(COSTS.submission, () =>
      database.serve(COSTS.transaction, () =>
        notifyLock.serve(setting.flush, () => {
          database.serve(COSTS.notification + COSTS.woken * listeners)
          task.begun = clock.now()
          if (counted(task)) submissions.push(clock.now() - task.came)
          queue.push(task)
          for (const worker of workers) wake(worker)
        }),
      ),
    )
  }
  const arrive = (): void => {
    const user = Math.floor(random() * setting.users)
    do submit(user)
    while (random() > 1 / setting.burst)
    clock.after(exponential((1000 * setting.burst) / rate), arrive)
  }
  const repeat = (everyMs: number, what: () => void): void => {
    const next = () => {
      what()
      clock.after(everyMs * (0.75 + random() / 2), next)
    }
    clock.after(random() * everyMs, next)
  }
  for (const worker of workers) {
    repeat(POLL_MS, () => queue.length > 0 && look(worker))
    repeat(1000 / WORKER_STATEMENTS, () => database.serve(COSTS.statement))
  }
  for (const one of apis) {
    repeat(1000 / API_STATEMENTS, () => database.serve(COSTS.statement))
    if (setting.connected > 0)
      repeat(1000 / REALTIME_LOOKS, () => {
        one.serve(COSTS.realtimeLook)
        database.serve(COSTS.realtimeLook)
      })
  }
  clock.after(0, arrive)
  clock.run(WARM_MS + SECONDS * 1000)
  const at = (values: number[], share: number) => values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0
  const both = (values: number[]): [number, number] => [at(values, 0.5), at(values, 0.99)]
  const left = queue.length
  queue = []
  return {
    tasks: submissions.length,
    submission: both(submissions),
    toBegin: both(begins),
    toEnd: both(ends),
    busy: {
      'API processes': Math.max(...apis.map((one) => one.busy())),
      'processors of PostgreSQL': database.busy(),
      'lock of notifications': notifyLock.busy(),
      'object store': objects.busy(),
      slots: slotTime / (setting.workers * setting.slots * clock.now()),
    },
    left,
  }
}
