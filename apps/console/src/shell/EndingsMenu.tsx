import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { FRESH, operationQuery } from '../api/queries.ts'
import { nameOf } from '../programs/rows.ts'
import { type Ending, endings, forgetEndings, seeEndings } from '../state/endings.ts'
import { useStore } from '../state/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { When } from '../ui/When.tsx'

/** Builds and tasks that ended while this page was open. */
export function EndingsMenu() {
  const list = useStore(endings)
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  const [isOpen, setOpen] = useState(true)
  const toggle = (next: boolean) => {
    setOpen(next)
    if (next) seeEndings()
  }
  useEffect(seeEndings, []) // it opens as it is made
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={toggle}>
      <Button className="icon-button" aria-label="Notifications">
        <Icon name="bell" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="menu endings" aria-label="Notifications">
          <h2 className="menu-header">Ended since you came</h2>
          {list.length === 0 && <p className="menu-item">Nothing ended yet.</p>}
          <ul>
            {list.map((ending) => (
              <EndingItem key={ending.id} ending={ending} onGo={() => setOpen(false)} />
            ))}
          </ul>
          {list.length > 0 && (
            <button type="button" className="button button-small" onClick={forgetEndings}>
              Clear
            </button>
          )}
          {permission === 'default' && (
            <button type="button" className="button button-small" onClick={() => void Notification.requestPermission().then(setPermission)}>
              Tell me when this tab is hidden
            </button>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function EndingItem({ ending: { kind, id, status, at }, onGo }: { readonly ending: Ending; readonly onGo: () => void }) {
  const isTask = kind === 'task'
  const { data: task } = useQuery({ ...operationQuery('getTask', { path: { TaskID: id } }), enabled: isTask, staleTime: FRESH.lasting })
  const BuildID = isTask ? task?.BuildID : id
  const { data: build } = useQuery({
    ...operationQuery('getBuild', { path: { BuildID: BuildID ?? '' } }),
    enabled: BuildID !== undefined,
    staleTime: FRESH.lasting,
  })
  const place = isTask
    ? ({ to: '/tasks/$taskId', params: { taskId: id } } as const)
    : ({ to: '/tasks/builds/$buildId', params: { buildId: id } } as const)
  return (
    <li className="menu-item">
      <StatusMark status={status} />
      <span className="ending-name">
        {isTask ? 'Task' : 'Build'}{' '}
        <Link {...place} search={{}} onClick={onGo}>
          {nameOf(build, task?.Name) || `${id.slice(0, 12)}…`}
        </Link>
      </span>
      <span className="muted small nowrap">
        <When at={at} />
      </span>
    </li>
  )
}
