// What a job needs of the worker that takes it, and what a worker has. They meet in the statement that takes jobs, so that nobody holds what it cannot
// run, and jobs of all needs share one queue, in which accounts have their turns.
import { LIMITS } from '@credence/contract'
import { ISOLATIONS, PROCESS_BYTES } from '../settings/table.ts'

/** Of any job. */
export const MOST_MEMORY = LIMITS.core.memorySize.max + PROCESS_BYTES

export type Isolation = (typeof ISOLATIONS)[number]
/** A language, or `git` for what is fetched from a repository. */
export type Tool = string

export interface Needs {
  /** Bytes. */
  readonly memory?: number
  /** At least. */
  readonly isolation: Isolation
  readonly tools: readonly Tool[]
}
export interface Abilities {
  /** Bytes of all its programs together. */
  readonly memory: number
  readonly isolation: Isolation
  readonly tools: readonly Tool[]
}
/** As it stands with the entry of the queue: levels are numbers there, so that they compare. */
export interface StoredNeeds {
  readonly memory: number
  readonly isolation: number
  readonly tools: readonly Tool[]
}

const levelOf = (isolation: Isolation): number => ISOLATIONS.indexOf(isolation)
export const storedNeeds = ({ memory = 0, isolation, tools }: Needs): StoredNeeds => ({ memory, isolation: levelOf(isolation), tools })

/** Whether a worker with these abilities, and nothing else to do, can run it. */
export const isAble = (abilities: Abilities, { memory, isolation, tools }: StoredNeeds): boolean =>
  memory <= abilities.memory && isolation <= levelOf(abilities.isolation) && tools.every((tool) => abilities.tools.includes(tool))

/**
 * The condition on `data`, a jsonb expression of SQL, under which a worker with these abilities may take it.
 * @param memory  bytes that are free now
 */
export function ableCondition(data: string, { isolation, tools }: Abilities, memory: number): string {
  const known = JSON.stringify(tools.filter((tool) => /^[\w+]+$/.test(tool)))
  return [
    `coalesce((${data} #>> '{needs,memory}')::bigint, 0) <= ${Math.max(0, Math.floor(memory))}`,
    `coalesce((${data} #>> '{needs,isolation}')::int, 0) <= ${levelOf(isolation)}`,
    `coalesce(${data} #> '{needs,tools}', '[]') <@ '${known}'::jsonb`,
  ].join(' and ')
}
