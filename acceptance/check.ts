// One line per requirement: what is required, what was observed, and whether that passes.

export interface Check {
  readonly required: string
  readonly observed: string
  readonly pass: boolean
}

export class Report {
  passed = 0
  failed = 0
  skipped = 0

  check(required: string, observed: unknown, pass: boolean): void {
    if (pass) this.passed++
    else this.failed++
    console.log(
      `${pass ? 'pass' : 'FAIL'}  ${required}\n      observed: ${shorten(typeof observed === 'string' ? observed : JSON.stringify(observed))}`,
    )
  }

  equal(required: string, observed: unknown, expected: unknown): void {
    const same = JSON.stringify(observed) === JSON.stringify(expected)
    this.check(required, same ? observed : `${JSON.stringify(observed)}, expected ${JSON.stringify(expected)}`, same)
  }

  atMost(required: string, observed: number, limit: number): void {
    this.check(`${required} ≤ ${limit}`, Number.isFinite(observed) ? observed.toPrecision(4) : String(observed), observed <= limit)
  }

  /** What no suite of this kind can show, whatever the platform: where it is shown instead, or why nobody can. It counts as nothing. */
  elsewhere(what: string, times = 1): void {
    console.log(`elsewhere  ${what} (${times})`)
  }

  /** What could be shown from here, but not by this run, with its reason. */
  skip(what: string, times = 1): void {
    this.skipped += times
    console.log(`skip  ${what} (${times})`)
  }

  get counts(): string {
    return `${this.passed} passed, ${this.failed} failed${this.skipped === 0 ? '' : `, ${this.skipped} skipped`}`
  }

  /** A whole suite that could not run counts as one failure, with its reason. */
  broken(suite: string, reason: unknown): void {
    this.check(`${suite} runs to its end`, reason instanceof Error ? (reason.stack ?? reason.message) : String(reason), false)
  }
}

function shorten(text: string | undefined): string {
  if (text === undefined) return 'nothing'
  return text.length > 400 ? `${text.slice(0, 300)} … ${text.slice(-80)} (${text.length} characters)` : text
}
