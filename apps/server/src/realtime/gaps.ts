// Which ids of the outbox are still to come. Ids are drawn before transactions commit, so a reader sees 7 before 6: 6 is a gap, and stays one until it
// is seen, or until no transaction that could have drawn it is under way any more; it was rolled back then.
//
// When that is: whoever writes an event has locked a row first and so has a transaction id (PostgreSQL, 67.1) before it draws the event's id. A
// transaction id that is drawn after the gap was noticed, the gap's `fence`, is therefore larger than that of the writer; once the oldest transaction under
// way (`pg_snapshot_xmin`) is not below the fence, the writer has ended, and what is read from then on shows all that it committed.

/** More mean that ids were set by hand, or that nobody read for long: the oldest are given up. */
const MOST = 100_000

export class Gaps {
  /** By id; undefined: noticed, and without a fence yet. */
  readonly #fences = new Map<number, bigint | undefined>()
  #last: number

  /** @param last  every id up to it is seen, or a gap of `missing` */
  constructor(last: number, missing: Iterable<number> = []) {
    this.#last = last
    for (const id of missing) this.#fences.set(id, undefined)
  }
  /** The largest id that was drawn, as far as is known. */
  get last(): number {
    return this.#last
  }
  /** Ids up to `last` that may still come. */
  get missing(): number[] {
    return [...this.#fences.keys()]
  }

  /** An id that was read. @returns how many gaps were given up */
  see(id: number): number {
    this.#fences.delete(id)
    for (let gap = Math.max(this.#last + 1, id - MOST); gap < id; gap++) this.#fences.set(gap, undefined)
    const over = this.#last + 1 < id - MOST ? id - MOST - this.#last - 1 : 0
    this.#last = Math.max(this.#last, id)
    let given = over
    for (const gap of this.#fences.keys()) {
      if (this.#fences.size <= MOST) break
      this.#fences.delete(gap)
      given++
    }
    return given
  }

  get hasUnfenced(): boolean {
    return [...this.#fences.values()].includes(undefined)
  }
  /** @param fence  a transaction id drawn after all that was seen so far */
  fence(fence: bigint): void {
    for (const [gap, known] of this.#fences) if (known === undefined) this.#fences.set(gap, fence)
  }
  /** Those that will be seen by the next look, or never. @param oldest  transaction under way, as of before that look */
  settledBy(oldest: bigint): number[] {
    return [...this.#fences].filter(([, fence]) => fence !== undefined && fence <= oldest).map(([gap]) => gap)
  }
  /** Those that the look has not shown. */
  forget(gaps: Iterable<number>): void {
    for (const gap of gaps) this.#fences.delete(gap)
  }
}
