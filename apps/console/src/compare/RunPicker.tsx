// Which run to add: the latest tasks that ended, and any by its id.
import { isTerminal, type Task } from '@credence/contract'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { FRESH, listQuery, operationQuery } from '../api/queries.ts'
import { taskRow } from '../programs/rows.ts'
import { ago } from '../ui/ago.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'

interface RunPickerProps {
  readonly label: string
  readonly without: readonly string[]
  readonly onPick: (taskId: string) => void
}
export function RunPicker({ label, without, onPick }: RunPickerProps) {
  const { data, error } = useInfiniteQuery(listQuery('listTasks', { query: {} }))
  const tasks = (data?.pages.flatMap((page) => page.Tasks as readonly Task[]) ?? []).filter(
    ({ TaskID, Status }) => isTerminal(Status) && !without.includes(TaskID),
  )
  const ids = [...new Set(tasks.filter(({ BuildDeleted }) => !BuildDeleted).map(({ BuildID }) => BuildID))]
  const builds = useQueries({ queries: ids.map((BuildID) => ({ ...operationQuery('getBuild', { path: { BuildID } }), staleTime: FRESH.lasting })) })
  const buildOf = new Map(ids.map((id, index) => [id, builds[index]?.data]))
  if (error) return <ErrorNote error={error} />
  return (
    <select className="run-picker" aria-label={label} value="" onChange={(event) => onPick(event.target.value)}>
      <option value="" disabled>
        {label}
      </option>
      {tasks.map((task) => {
        const row = taskRow(task, buildOf.get(task.BuildID))
        const name = row.name || task.TaskID
        return (
          <option key={task.TaskID} value={task.TaskID}>
            {[name, row.core, row.arguments, ago(task.CreatedAt, Date.now())].filter(Boolean).join(' · ')}
          </option>
        )
      })}
    </select>
  )
}
