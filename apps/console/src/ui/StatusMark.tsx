import type { Status } from '@credence/contract'
import { Icon, type IconName } from './Icon.tsx'

const MARKS = {
  Accepted: 'clock',
  Initialising: 'running',
  'In Progress': 'running',
  Rescheduled: 'moved',
  Completed: 'check',
  Cancelled: 'cross',
  Stopped: 'stopped',
} as const satisfies Record<Status, IconName>

/** A status by icon and word. */
export function StatusMark({ status }: { readonly status: Status }) {
  return (
    <span className="status" data-status={status}>
      <Icon name={MARKS[status]} size={18} />
      <span className="status-word">{status}</span>
    </span>
  )
}
