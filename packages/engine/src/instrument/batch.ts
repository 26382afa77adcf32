// Float operations whose results nobody has tested yet.
//
//   before  store p, (a + b) * c
//   after   s = a + b; r = s * c; if (!(r <= r)) { s = ux.add64(a, b); r = ux.mul64(s, c); safepoint }; store p, r
//
// Invariants: every operation here keeps NaN, so a handle among the inputs of a value makes that value NaN; each result has a local of its
// own and inputs are not overwritten before the region ends, so the slow copy sees the same inputs. What lies under a tested value
// is thereby tested too and leaves the batch; the rest stays.

import { F64, OP } from '../binary/opcodes.ts'
import { SAFEPOINT, UX_CALL } from './code.ts'
import { FLOAT_OPS, mayAllocate } from './floats.ts'
import type { Operands } from './operands.ts'
import type { Step, Value } from './value.ts'

export class Batch {
  private readonly operands: Operands
  private steps: Step[] = []
  private search = 0
  constructor(operands: Operands) {
    this.operands = operands
  }
  get size(): number {
    return this.steps.length
  }
  add(op: number, operands: readonly Value[], result: Value): void {
    const step: Step = { op, operands, result, at: this.operands.at, mark: 0, inner: 0 }
    result.step = step
    this.steps.push(step)
  }
  /** At the end of a region: what is left is not used any more. */
  clear(): void {
    for (const { result } of this.steps) result.step = undefined
    this.steps = []
  }

  /** Tests `values`, and in the cold case computes what lies under them again through the runtime. */
  flush(values: readonly Value[]): void {
    const roots = this.reach(values)
    if (roots.length === 0) return
    this.operands.stashHandle()
    this.test(roots)
    this.operands.cold()
    if (this.slowCopy()) this.operands.emit(SAFEPOINT)
    this.operands.emit(OP.end)
    this.settle()
  }
  /** Pushes 1 if one of `values` is NaN. By x <= x, which costs the processor one jump; x != x costs two (not equal, or unordered). */
  test(values: readonly Value[]): void {
    for (const [index, value] of values.entries()) {
      this.operands.get(value)
      this.operands.get(value)
      this.operands.emit(value.type === F64 ? OP.f64Le : OP.f32Le)
      if (index > 0) this.operands.emit(OP.i32And)
    }
    this.operands.emit(OP.i32Eqz)
  }
  /**
   * Marks the untested operations under `values`.
   * @returns the untested ones among `values` that lie under no other of them
   */
  reach(values: readonly Value[]): Value[] {
    this.search++
    const roots: Value[] = []
    for (const value of values) {
      if (!value.step || roots.includes(value)) continue
      roots.push(value)
      this.mark(value.step)
    }
    return roots.length < 2 ? roots : roots.filter(({ step }) => step!.inner !== this.search)
  }
  private mark(from: Step): void {
    const { search } = this
    from.mark = search
    const work = [from]
    for (let step = work.pop(); step; step = work.pop()) {
      for (const { step: under } of step.operands) {
        if (!under || under.inner === search) continue
        under.inner = search
        under.mark = search
        work.push(under)
      }
    }
  }
  /** The marked operations. */
  marked(): Set<Step> {
    return new Set(this.steps.filter(({ mark }) => mark === this.search))
  }
  /** Writes the marked operations in order, but for those of `done`, through the runtime. True if they may make values. */
  slowCopy(done?: ReadonlySet<Step>): boolean {
    const { operands } = this
    const { at } = operands
    let allocates = false
    for (const step of this.steps) {
      if (step.mark !== this.search || done?.has(step)) continue
      operands.at = step.at
      for (const operand of step.operands) operands.get(operand)
      const { ux } = FLOAT_OPS[step.op]!
      if (ux < 0 || step.operands.every(({ plain }) => plain)) operands.emit(step.op)
      else operands.emit(UX_CALL, ux)
      operands.set(step.result.index)
      allocates ||= mayAllocate(step.op)
    }
    operands.at = at
    return allocates
  }
  /** The marked operations are tested. */
  settle(): void {
    for (const step of this.steps) if (step.mark === this.search) step.result.step = undefined
    this.steps = this.steps.filter(({ mark }) => mark !== this.search)
  }
}
