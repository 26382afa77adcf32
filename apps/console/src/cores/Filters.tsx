import { useId } from 'react'
import { bytes } from '../ui/bytes.ts'
import { FilterInput } from '../ui/FilterInput.tsx'
import type { CoreFilter } from './filter.ts'

const PRECISIONS = [0, 16, 32, 64, 128, 256, 512] as const
/** From any to the fastest. */
const SPEEDS: readonly number[] = [0, 512, 256, 128, 64, 32, 16]
const MEMORIES = [0, 2e6, 32e6, 64e6, 128e6, 256e6, 512e6] as const

/** Help in choosing: how finely values are kept, how little work that is, how much memory a program has, and words. */
export function Filters({ search, onChange }: { readonly search: CoreFilter; readonly onChange: (change: Partial<CoreFilter>) => void }) {
  const id = useId()
  const at = (steps: readonly number[], value = 0) =>
    Math.max(
      0,
      steps.findLastIndex((step) => step <= value),
    )
  const speed = search.fast ? `at most ${search.fast} Dirac deltas, the fewer the faster` : 'any'
  return (
    <div className="core-filters">
      <div className="field">
        <label htmlFor={`${id}-q`}>Filter</label>
        <FilterInput
          id={`${id}-q`}
          data-filter
          value={search.q ?? ''}
          placeholder="Name, class, id …"
          onChange={(q) => onChange({ q: q || undefined })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-p`}>Resolution: {search.precision ? `at least ${search.precision}` : 'any'}</label>
        <input
          id={`${id}-p`}
          type="range"
          min={0}
          max={PRECISIONS.length - 1}
          value={at(PRECISIONS, search.precision)}
          aria-valuetext={search.precision ? `at least ${search.precision}` : 'any'}
          onChange={(event) => onChange({ precision: PRECISIONS[Number(event.target.value)] || undefined })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-s`}>Speed: {speed}</label>
        <input
          id={`${id}-s`}
          type="range"
          min={0}
          max={SPEEDS.length - 1}
          value={Math.max(0, SPEEDS.indexOf(search.fast ?? 0))}
          aria-valuetext={speed}
          onChange={(event) => onChange({ fast: SPEEDS[Number(event.target.value)] || undefined })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-m`}>Memory: {search.memory ? `at least ${bytes(search.memory)}` : 'any'}</label>
        <input
          id={`${id}-m`}
          type="range"
          min={0}
          max={MEMORIES.length - 1}
          value={at(MEMORIES, search.memory)}
          aria-valuetext={search.memory ? `at least ${bytes(search.memory)}` : 'any'}
          onChange={(event) => onChange({ memory: MEMORIES[Number(event.target.value)] || undefined })}
        />
      </div>
    </div>
  )
}
