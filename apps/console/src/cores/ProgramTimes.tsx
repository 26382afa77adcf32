// What a program took on the cores that it ran on, for who chooses one.
import { type Build, type Core, LIMITS, type Task } from '@credence/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operationQuery } from '../api/queries.ts'
import { durationText } from '../programs/rows.ts'
import { buildsLike, programsOf, type Took, timeOn } from './program-times.ts'

const tasksOf = (results: readonly { readonly data?: unknown }[]) =>
  results.map(({ data }) => (data as { Tasks: readonly Task[] } | undefined)?.Tasks ?? [])

export interface Program {
  readonly programs: ReturnType<typeof programsOf>
  readonly timeOn: (core: Core) => Took | undefined
}
/** @param of  id of a build of the program; undefined: none is asked about */
export function useProgram(of: string | undefined): Program {
  const { data } = useQuery(operationQuery('listBuilds', { query: { status: ['Completed'] } }))
  const builds = (data as { Builds: readonly Build[] } | undefined)?.Builds ?? []
  const like = buildsLike(builds, of)
  const tasks = useQueries({
    queries: like.map(({ BuildID }) => operationQuery('listBuildTasks', { path: { BuildID }, query: {} })),
    combine: tasksOf,
  })
  return { programs: programsOf(builds, of), timeOn: (core) => timeOn(core, like, tasks) }
}

interface ProgramTimesProps {
  readonly program: Program
  readonly of: string | undefined
  readonly cores: readonly Core[]
  readonly onChoose: (buildId: string | undefined) => void
}
export function ProgramTimes({ program: { programs, timeOn }, of, cores, onChoose }: ProgramTimesProps) {
  if (programs.length === 0) return null
  const isChosen = programs.some(({ id }) => id === of)
  const times = cores.flatMap((core) => {
    const took = timeOn(core)
    return took ? [`${durationText(took.milliseconds)} on ${core.Name}`] : []
  })
  return (
    <div className="program-times">
      <div className="field">
        <label htmlFor="program-of-times">What a program took</label>
        <select id="program-of-times" value={isChosen ? of : ''} onChange={(event) => onChoose(event.target.value || undefined)}>
          <option value="">No program</option>
          {programs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {isChosen && of && (
        <p role="status">
          {times.length > 0 ? `This program took ${times.join(', ')}. ` : 'This program has no task that completed on one of these cores. '}
          <Link to="/sweep" search={{ of }}>
            Run it on other cores
          </Link>{' '}
          <span className="small muted">Medians of its tasks, of your last {LIMITS.pageSize} builds.</span>
        </p>
      )}
    </div>
  )
}
