// The data sources of a run: own storage, buckets, drives and gateways, each at a place that the program opens. At most five.
import { type DataSource, DEFAULT_LOCATION, LIMITS, OWN_STORAGE, RESOURCE_TYPES } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../api/queries.ts'
import { Icon } from '../ui/Icon.tsx'
import './programs.css'

interface DataSourcesProps {
  readonly given: readonly DataSource[]
  readonly onChange: (sources: readonly DataSource[]) => void
}
const NAMES: Readonly<Record<string, string>> = { [OWN_STORAGE]: 'Own storage' }

export function DataSources({ given, onChange }: DataSourcesProps) {
  const { data: me } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const own = me ? `credence-cloud-storage:/${me.UserID}` : ''
  const add = () => onChange([...given, { ResourceType: OWN_STORAGE, ResourceID: own, Location: freeLocation(given) }])
  const put = (index: number, part: Partial<DataSource>) => onChange(given.map((source, each) => (each === index ? { ...source, ...part } : source)))
  const isFull = given.length >= LIMITS.dataSources.max
  return (
    <fieldset className="data-sources">
      <legend className="field-label">Data sources</legend>
      {given.map((source, index) => {
        const isTaken = given.some(({ Location }, each) => each !== index && Location === source.Location)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source has no identity but its place
          <div key={index} className="row data-source">
            <select
              aria-label={`Kind of data source ${index + 1}`}
              value={source.ResourceType}
              onChange={({ target: { value } }) => put(index, { ResourceType: value, ResourceID: value === OWN_STORAGE ? own : '' })}
            >
              {RESOURCE_TYPES.map((type) => (
                <option key={type} value={type}>
                  {NAMES[type] ?? type}
                </option>
              ))}
            </select>
            <input
              aria-label={`Id of data source ${index + 1}`}
              value={source.ResourceID}
              onChange={(event) => put(index, { ResourceID: event.target.value })}
            />
            <input
              aria-label={`Place of data source ${index + 1}`}
              value={source.Location}
              aria-invalid={isTaken || undefined}
              onChange={(event) => put(index, { Location: event.target.value })}
            />
            <span className={isTaken ? 'fault' : 'muted small'}>
              {isTaken ? (
                'Taken by another one.'
              ) : (
                <>
                  The program opens <code>./{source.Location}/</code>
                </>
              )}
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove data source ${index + 1}`}
              onClick={() => onChange(given.filter((_, each) => each !== index))}
            >
              <Icon name="trash" size={18} />
            </button>
          </div>
        )
      })}
      <button
        type="button"
        className="button button-small"
        aria-disabled={isFull}
        title={isFull ? `At most ${LIMITS.dataSources.max}.` : undefined}
        onClick={() => !isFull && add()}
      >
        <Icon name="plus" size={16} /> Add a data source
      </button>
    </fieldset>
  )
}

function freeLocation(given: readonly DataSource[]): string {
  const taken = new Set(given.map(({ Location }) => Location))
  for (let number = 0; ; number++) {
    const location = number === 0 ? DEFAULT_LOCATION : `sd${number}`
    if (!taken.has(location)) return location
  }
}
