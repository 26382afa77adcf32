import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { operationQuery } from '../api/queries.ts'
import { AREAS, areaOf } from '../areas.ts'
import { remembered } from '../state/remembered.ts'
import { Icon } from '../ui/Icon.tsx'
import { nearLimits } from '../ui/limit-share.ts'
import { Mark } from '../ui/Mark.tsx'

const collapsed = remembered('credence.sidebar', 'wide')

/** The areas. On a wide window it can shrink to its icons, which is remembered; on a narrow one it is a drawer. */
export function Sidebar({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [isNarrow, setNarrow] = useState(() => collapsed.read() === 'icons')
  const area = areaOf(useLocation({ select: ({ pathname }) => pathname }))
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    drawer.current?.querySelector('a')?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [isOpen, onClose])
  function toggle() {
    collapsed.write(isNarrow ? 'wide' : 'icons')
    setNarrow(!isNarrow)
  }
  return (
    <>
      {isOpen && <div className="drawer-cover" onClick={onClose} aria-hidden="true" />}
      <nav ref={drawer} className="sidebar" aria-label="Areas" data-open={isOpen || undefined} data-narrow={isNarrow || undefined}>
        <div className="sidebar-head">
          <a className="brand" href="/" title="Documentation">
            <Mark size={28} />
            <span className="sidebar-word">Credence</span>
          </a>
          <button type="button" className="icon-button drawer-close" aria-label="Close the menu" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <ul>
          {AREAS.map(({ title, path, icon }) => (
            <li key={path}>
              <Link
                to={path}
                title={isNarrow ? title : undefined}
                activeOptions={{ exact: path === '/' }}
                aria-current={path === area?.path ? 'page' : undefined}
              >
                <Icon name={icon} />
                <span className="sidebar-word">{title}</span>
                <AreaMark path={path} />
              </Link>
            </li>
          ))}
        </ul>
        <button type="button" className="sidebar-toggle" aria-pressed={isNarrow} onClick={toggle}>
          <Icon name={isNarrow ? 'expand' : 'collapse'} />
          <span className="sidebar-word">Collapse</span>
          {isNarrow && <span className="visually-hidden">Collapse</span>}
        </button>
      </nav>
    </>
  )
}

/** How many tasks are active; a mark where a limit of the plan is near. */
function AreaMark({ path }: { readonly path: string }) {
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  if (!user) return null
  const active = user.ResourceUsage.ConcurrentTaskCount
  if (path === '/tasks' && active > 0)
    return (
      <span className="badge">
        {active}
        <span className="visually-hidden"> active</span>
      </span>
    )
  if (path === '/usage' && nearLimits(user.ResourceUsage, user.Limits).length > 0)
    return (
      <span className="badge badge-warn">
        !<span className="visually-hidden"> a limit is near</span>
      </span>
    )
  return null
}
