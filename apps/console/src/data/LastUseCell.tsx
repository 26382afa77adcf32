import { Link } from '@tanstack/react-router'
import { StatusMark } from '../ui/StatusMark.tsx'
import { When } from '../ui/When.tsx'
import type { LastUse } from './last-use.ts'

export function LastUseCell({ use, loaded }: { readonly use: LastUse | undefined; readonly loaded: number }) {
  if (!use) return <span className="muted">{loaded === 0 ? '–' : loaded === 1 ? 'not by the last task' : `not by the last ${loaded} tasks`}</span>
  return (
    <>
      <Link to="/tasks/$taskId" params={{ taskId: use.task.TaskID }}>
        <StatusMark status={use.task.Status} />
      </Link>{' '}
      <span className="small muted">
        <When at={use.task.CreatedAt} />
      </span>
      {use.reason && <p className="fault">{use.reason}</p>}
    </>
  )
}
