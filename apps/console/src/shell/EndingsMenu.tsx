import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { AREAS } from '../areas.ts'
import { endings, forgetEndings, unseenEndings } from '../state/endings.ts'
import { useStore } from '../state/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import { When } from '../ui/When.tsx'
import { pathOfId } from './commands.ts'

/** Builds and tasks that ended while this page was open. */
export function EndingsMenu() {
  const list = useStore(endings)
  const router = useRouter()
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  useEffect(() => unseenEndings.set(0), []) // it opens as it is made
  return (
    <DialogTrigger defaultOpen onOpenChange={(isOpen) => isOpen && unseenEndings.set(0)}>
      <Button className="icon-button" aria-label="Notifications">
        <Icon name="bell" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="menu endings" aria-label="Notifications">
          <h2 className="menu-header">Ended since you came</h2>
          {list.length === 0 && <p className="menu-item">Nothing ended yet.</p>}
          <ul>
            {list.map(({ id, status, at }) => {
              const path = pathOfId(id, AREAS)
              return (
                <li key={id} className="menu-item">
                  <StatusMark status={status} />
                  {path ? <a href={router.options.basepath + path}>{id.slice(0, 12)}…</a> : <code>{id.slice(0, 12)}…</code>}
                  <span className="muted small">
                    <When at={at} />
                  </span>
                </li>
              )
            })}
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
