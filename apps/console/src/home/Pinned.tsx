// What a person pinned: values with their distributions, and repositories, in an order of their own.
import { ApiError } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { FRESH } from '../api/queries.ts'
import { keyOfPin, movedPin, type Pin, togglePin } from '../programs/pins.ts'
import { usePins } from '../programs/use-own.ts'
import { announce } from '../state/live-region.ts'
import { Icon } from '../ui/Icon.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'

export function Pinned() {
  const [pins, change] = usePins()
  const list = useRef<HTMLUListElement>(null)
  const move = (pin: Pin, by: number) => {
    const next = movedPin(pins, pin, by)
    if (next === pins) return
    change(() => next)
    announce(`${pin.name || 'Pin'} is now ${next.findIndex((each) => keyOfPin(each) === keyOfPin(pin)) + 1} of ${next.length}`)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-pin="${keyOfPin(pin)}"] [data-move="${by}"]`)?.focus())
  }
  return (
    <section className="panel" aria-labelledby="pinned">
      <h2 id="pinned">Pinned</h2>
      {pins.length === 0 ? (
        <p className="muted">Values stay in view here: press Pin beside one, on the page of a task.</p>
      ) : (
        <ul ref={list} className="pins">
          {pins.map((pin, index) => (
            <li key={keyOfPin(pin)} data-pin={keyOfPin(pin)}>
              {'task' in pin ? <PinnedValue pin={pin} /> : <PinnedRepository pin={pin} />}
              <span className="pin-actions">
                <button
                  type="button"
                  className="icon-button"
                  data-move="-1"
                  aria-label={`Move ${pin.name || 'the pin'} up`}
                  aria-disabled={index === 0}
                  onClick={() => move(pin, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="icon-button"
                  data-move="1"
                  aria-label={`Move ${pin.name || 'the pin'} down`}
                  aria-disabled={index === pins.length - 1}
                  onClick={() => move(pin, 1)}
                >
                  ↓
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Unpin ${pin.name || 'it'}`}
                  onClick={() => change((all) => togglePin(all, pin))}
                >
                  <Icon name="close" size={16} />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PinnedValue({ pin }: { readonly pin: Extract<Pin, { task: string }> }) {
  const { data, error } = useQuery({
    queryKey: ['pinnedValue', pin.task, pin.value],
    queryFn: async ({ signal }) => (await import('../programs/first-value.ts')).valueAt(pin.task, pin.value, signal),
    staleTime: FRESH.lasting,
    retry: false, // outputs are kept for a limited time
  })
  return (
    <>
      <Link to="/tasks/$taskId" params={{ taskId: pin.task }} search={{ tab: 'values' }} className="pin-name">
        {pin.name || `Value ${pin.value + 1}`}
      </Link>
      <span className="first-value">
        {data?.spark && (
          <svg className="spark" viewBox="0 0 1 1" preserveAspectRatio="none" role="img" aria-label={`Distribution of ${pin.name || 'the value'}`}>
            <path d={data.spark.path} />
          </svg>
        )}
        <span className="tabular">
          {data?.stated ?? (data === null || error instanceof ApiError ? 'its output is gone' : <NotLoaded error={error} />)}
        </span>
      </span>
    </>
  )
}
const PinnedRepository = ({ pin }: { readonly pin: Extract<Pin, { repository: string }> }) => (
  <Link to={`/repositories/${pin.repository}` as '/'} className="pin-name">
    {pin.name || pin.repository}
  </Link>
)
