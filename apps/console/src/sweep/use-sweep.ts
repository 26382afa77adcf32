// A sweep as its page shows it: what was started (from the address), what this tab is starting, and the figures of what has ended.
import { type Build, type Core, isTerminal, SPEC_FIELD_NAMES, type Task, transitionReason } from '@credence/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { taskEnded } from '../api/ended.ts'
import { FRESH } from '../api/queries.ts'
import { compared } from '../compare/compared.ts'
import { type MatchedRow, matchValues, rowOf } from '../compare/matching.ts'
import { type ComparedRun, useRuns } from '../compare/runs.ts'
import type { ValueRow } from '../output/value-row.ts'
import { completed, rebuild } from '../programs/rebuild.ts'
import { startTask } from '../programs/start-task.ts'
import { type Cell, tasksAsText } from './grid.ts'
import type { SweepRow } from './results.ts'
import { type CellState, runCells } from './scheduler.ts'

const NONE: CellState = { kind: 'waiting' }

export interface Sweep {
  readonly states: readonly CellState[]
  readonly isRunning: boolean
  /** Starts cells by their index; all that have no task unless given. */
  readonly start: (indices?: readonly number[]) => void
  readonly stop: () => void
}

/** @param atOnce  cells that are worked on at the same time */
export function useSweepRun(
  build: Build | undefined,
  cells: readonly Cell[],
  cores: ReadonlyMap<string, Core>,
  atOnce: number,
  onTasks: (tasks: string | undefined) => void,
): Sweep {
  const [states, setStates] = useState<ReadonlyMap<number, CellState>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const controller = useRef<AbortController>(undefined)
  const tasks = useRef<readonly Cell[]>(cells)
  tasks.current = cells
  const grid = cells.map(({ core, arguments: words }) => `${core} ${words}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another grid is another sweep
  useEffect(() => {
    setStates(new Map())
    return () => controller.current?.abort() // what was started goes on; nothing more is
  }, [grid])
  async function start(indices: readonly number[]) {
    if (!build || isRunning) return
    const mine = new AbortController()
    controller.current = mine
    setRunning(true)
    setStates((old) => new Map([...old].filter(([index]) => !indices.includes(index))))
    const wanted = indices.map((index) => ({ index, core: cells[index]!.core, arguments: cells[index]!.arguments }))
    const { DefaultDataSources = [] } = build
    const hands = {
      async build(name: string) {
        const core = cores.get(name)
        if (!core) throw new Error(`There is no core ${name}.`)
        const isSame = SPEC_FIELD_NAMES.every((field) => core[field] === build.BuildCoreSpecs?.[field])
        if (isSame && build.Status === 'Completed') return build.BuildID
        const made = await rebuild(build, { CoreID: core.CoreID, Arguments: '', DataSources: DefaultDataSources })
        return (await completed(made)).BuildID
      },
      start: (BuildID: string, words: string) => startTask({ BuildID, Arguments: words, DataSources: DefaultDataSources }),
      ended: (task: string) => taskEnded(task),
    }
    const known = [...tasks.current]
    await runCells(
      wanted,
      atOnce,
      hands,
      (index, state) => {
        if (mine.signal.aborted && state.kind !== 'running') return
        setStates((old) => new Map(old).set(index, state))
        if (state.kind !== 'running') return
        known[index] = { ...known[index]!, task: state.task }
        onTasks(tasksAsText(known))
      },
      mine.signal,
    )
    if (controller.current === mine) setRunning(false)
  }
  return {
    states: cells.map((cell, index) => states.get(index) ?? (cell.task ? { kind: 'ended', task: cell.task } : NONE)),
    isRunning,
    start: (indices = cells.flatMap((cell, index) => (cell.task ? [] : [index]))) => void start(indices),
    stop() {
      controller.current?.abort()
      setRunning(false)
    },
  }
}

export interface SweepResults {
  readonly rows: readonly SweepRow[]
  readonly keys: readonly { readonly key: string; readonly name: string }[]
  /** The value that the table is about. */
  readonly key: string | undefined
  readonly error: unknown
}

export function useSweepResults(
  cells: readonly Cell[],
  cores: ReadonlyMap<string, Core>,
  states: readonly CellState[],
  value: string | undefined,
  probabilities: readonly number[],
): SweepResults {
  const ids = cells.flatMap(({ task }) => task ?? [])
  const runs = useRuns(ids)
  const runOf = new Map(ids.map((id, index) => [id, runs[index]!]))
  const ofCells = cells.map(({ task }) => (task ? runOf.get(task) : undefined))
  const known = ofCells.map((run) => (run?.values ? run.taskId : '')).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of a task never change
  const rows = useMemo(() => matchValues<ValueRow>(ofCells.map((run) => run?.values?.rows ?? [])), [known])
  const row = rowOf(rows, value)
  const figures = useFigures(cells, cores, row, probabilities)
  return {
    keys: rows.map(({ key, name }) => ({ key, name: name || `Value ${key.replace('@', '')}` })),
    key: row?.key,
    error: figures.error,
    rows: cells.map((cell, index) => {
      const core = cores.get(cell.core)
      const task = ofCells[index]?.task
      return {
        core: core?.Name ?? cell.core,
        precision: core?.Precision,
        arguments: cell.arguments,
        status: statusOf(ofCells[index], states[index]),
        ...figures.data?.[index],
        ...(task?.Stats && { milliseconds: Math.round(10_000 * task.Stats.ProcessorTime) / 10 }),
        ...(cell.task && { task: cell.task }),
      }
    }),
  }
}

export function statusOf(run: Pick<ComparedRun, 'task'> | undefined, state: CellState | undefined): string {
  if (state?.kind === 'failed') return `Failed: ${state.reason}`
  if (state?.kind === 'building') return 'Building'
  const task = run?.task
  if (!task) return state?.kind === 'waiting' ? 'Not started' : 'Accepted'
  const reason = isTerminal(task.Status) && task.Status !== 'Completed' ? transitionReason(task.StatusTransitions.at(-1)?.Message ?? '') : ''
  return reason ? `${task.Status}: ${reason}` : task.Status
}
/** It has no result and can be tried again by itself. */
export const isFailed = (task: Task | undefined, state: CellState): boolean =>
  state.kind === 'failed' || (task !== undefined && task.Status === 'Stopped')

type Figures = Pick<SweepRow, 'mean' | 'deviation' | 'skewness' | 'kurtosis' | 'quantiles' | 'w1'>
function useFigures(
  cells: readonly Cell[],
  cores: ReadonlyMap<string, Core>,
  row: MatchedRow<ValueRow> | undefined,
  probabilities: readonly number[],
) {
  const texts = cells.map((_, index) => row?.values[index]?.piece.ux || undefined)
  return useQuery({
    queryKey: ['sweepFigures', cells.map(({ task }, index) => [task, texts[index] !== undefined]), row?.key, probabilities],
    enabled: texts.some((text) => text !== undefined),
    staleTime: FRESH.lasting,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Figures[]> => {
      const there = cells.flatMap((_, index) => (texts[index] === undefined ? [] : [index]))
      const pairs = there.flatMap((index) => {
        const finest = finestOf(cells, cores, texts, cells[index]!.arguments)
        return finest === undefined ? [] : [{ index, one: texts[finest]!, other: texts[index]! }]
      })
      const [figures, distances] = await Promise.all([
        compared({ ask: 'figures', values: there.map((index) => texts[index]!), probabilities }, signal),
        compared({ ask: 'differences', pairs }, signal),
      ])
      const all: Figures[] = cells.map(() => ({}))
      for (const [place, index] of there.entries()) all[index] = { ...figures[place] }
      for (const [place, { index }] of pairs.entries()) all[index] = { ...all[index], w1: distances[place]!.w1 }
      return all
    },
  })
}

/** Of the cells with these arguments, that of the core with the highest precision; one that tracks before one that executes. */
function finestOf(
  cells: readonly Cell[],
  cores: ReadonlyMap<string, Core>,
  texts: readonly (string | undefined)[],
  words: string,
): number | undefined {
  const rank = ({ core }: Cell) => {
    const { Microarchitecture, Precision = 0 } = cores.get(core) ?? {}
    return (Microarchitecture === 'Athens' || Microarchitecture === 'Zurich' ? 1e9 : 0) + Precision
  }
  return cells
    .map((cell, index) => ({ cell, index }))
    .filter(({ cell, index }) => texts[index] !== undefined && cell.arguments === words)
    .toSorted((one, other) => rank(other.cell) - rank(one.cell))[0]?.index
}
