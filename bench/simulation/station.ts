// What a discrete-event simulation is made of: a clock with a heap of events, and stations at which work waits for a server.

export interface Clock {
  /** Milliseconds. */
  now(): number
  after(milliseconds: number, what: () => void): void
  /** Runs events until then. */
  run(until: number): void
}

export function openClock(): Clock {
  const heap: { at: number; order: number; what: () => void }[] = []
  let now = 0
  let order = 0
  const isBefore = (a: number, b: number) => heap[a]!.at < heap[b]!.at || (heap[a]!.at === heap[b]!.at && heap[a]!.order < heap[b]!.order)
  const swap = (a: number, b: number) => {
    const kept = heap[a]!
    heap[a] = heap[b]!
    heap[b] = kept
  }
  const take = () => {
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return first
    heap[0] = last
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < heap.length && isBefore(left, least)) least = left
      if (right < heap.length && isBefore(right, least)) least = right
      if (least === at) return first
      swap(at, least)
      at = least
    }
  }
  return {
    now: () => now,
    after(milliseconds, what) {
      heap.push({ at: now + milliseconds, order: order++, what })
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (!isBefore(at, parent)) return
        swap(at, parent)
        at = parent
      }
    },
    run(until) {
      while (heap.length > 0 && heap[0]!.at <= until) {
        const { at, what } = take()
        now = at
        what()
      }
      now = until
    },
  }
}

export interface Station {
  /** First come, first served. @param done  when it was served */
  serve(milliseconds: number, done?: () => void): void
  /** Share of the servers' time that was used. */
  busy(): number
}

export function openStation(clock: Clock, servers: number): Station {
  const waiting: { milliseconds: number; done: (() => void) | undefined }[] = []
  let head = 0
  let free = servers
  let used = 0
  const begin = (milliseconds: number, done: (() => void) | undefined): void => {
    free--
    used += milliseconds
    clock.after(milliseconds, () => {
      free++
      const next = waiting[head]
      if (next) {
        head++
        if (head > 1000) {
          waiting.splice(0, head)
          head = 0
        }
        begin(next.milliseconds, next.done)
      }
      done?.()
    })
  }
  return {
    serve(milliseconds, done) {
      if (free > 0) begin(milliseconds, done)
      else waiting.push({ milliseconds, done })
    },
    busy: () => used / (servers * clock.now()),
  }
}
