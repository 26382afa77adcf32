// The data sources of a run: own storage, buckets, drives and things, each at a place that the program opens. At most five, and no two at one place.
import { type DataSource, DEFAULT_LOCATION, gatewayOf, isOwnStorage, LIMITS, OWN_STORAGE, RESOURCE_TYPES, storagePathOf } from '@credence/contract'
import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../api/queries.ts'
import { useBuckets, useDrives, useThings } from '../api/sources.ts'
import { Icon } from '../ui/Icon.tsx'
import './programs.css'

interface DataSourcesProps {
  readonly given: readonly DataSource[]
  readonly onChange: (sources: readonly DataSource[]) => void
  /** Within a drive, which holds no drives. */
  readonly isInDrive?: boolean
}
const NAMES: Readonly<Record<string, string>> = { [OWN_STORAGE]: 'Own storage', Gateway: 'Thing (gateway)' }
const SAMPLE: Readonly<Record<string, string>> = { Bucket: 'No bucket yet', Drive: 'No drive yet', Gateway: 'No thing yet' }

export function DataSources({ given, onChange, isInDrive = false }: DataSourcesProps) {
  const { data: me } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const own = me ? `credence-cloud-storage:/${me.UserID}` : ''
  const types = RESOURCE_TYPES.filter((type) => !isInDrive || type !== 'Drive')
  const add = () => onChange([...given, { ResourceType: OWN_STORAGE, ResourceID: own, Location: freeLocation(given) }])
  const put = (index: number, part: Partial<DataSource>) => onChange(given.map((source, each) => (each === index ? { ...source, ...part } : source)))
  const isFull = given.length >= LIMITS.dataSources.max
  return (
    <fieldset className="data-sources">
      <legend className="field-label">Data sources</legend>
      {given.map((source, index) => {
        const { Location = '' } = source
        const isTaken = given.some((other, each) => each !== index && other.Location === source.Location)
        const number = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source has no identity but its place
          <div key={index} className="row data-source">
            <select
              aria-label={`Kind of data source ${number}`}
              value={isOwnStorage(source.ResourceType) ? OWN_STORAGE : source.ResourceType}
              onChange={({ target: { value } }) => put(index, { ResourceType: value, ResourceID: value === OWN_STORAGE ? own : '' })}
            >
              {types.map((type) => (
                <option key={type} value={type}>
                  {NAMES[type] ?? type}
                </option>
              ))}
            </select>
            {isOwnStorage(source.ResourceType) ? (
              <input
                aria-label={`Folder of data source ${number}`}
                placeholder="all files"
                spellCheck={false}
                value={storagePathOf(source.ResourceID, me?.UserID ?? '') ?? source.ResourceID}
                onChange={(event) => put(index, { ResourceID: [own, event.target.value.replace(/^\/+/, '')].filter(Boolean).join('/') })}
              />
            ) : (
              <Chosen number={number} source={source} onChange={(ResourceID) => put(index, { ResourceID })} />
            )}
            <input
              aria-label={`Place of data source ${number}`}
              spellCheck={false}
              value={Location}
              aria-invalid={isTaken || undefined}
              onChange={(event) => put(index, { Location: event.target.value })}
            />
            <span className={isTaken ? 'fault' : 'muted small'}>
              {isTaken ? (
                'Taken by another one.'
              ) : (
                <>
                  {isInDrive ? 'In the drive ' : 'The program opens '}
                  <code>
                    {isInDrive ? '' : './'}
                    {Location}/
                  </code>
                </>
              )}
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove data source ${number}`}
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

interface ChosenProps {
  readonly number: number
  readonly source: DataSource
  readonly onChange: (resourceId: string) => void
}
/** One of the account's buckets, drives or things; one that is not there any more stands by its id. */
function Chosen({ number, source: { ResourceType, ResourceID }, onChange }: ChosenProps) {
  const buckets = useBuckets(ResourceType === 'Bucket')
  const drives = useDrives(ResourceType === 'Drive')
  const things = useThings(ResourceType === 'Gateway')
  const options: { readonly id: string; readonly label: string }[] =
    ResourceType === 'Bucket'
      ? buckets.items.map(({ BucketID, Name, MountPath }) => ({ id: BucketID, label: MountPath ? `${Name}/${MountPath}` : Name }))
      : ResourceType === 'Drive'
        ? drives.items.map(({ DriveID, Name }) => ({ id: DriveID, label: Name }))
        : (things.data?.things ?? []).flatMap(({ ThingID, Name, Topics }) => [
            { id: ThingID, label: `${Name}, all topics` },
            ...Topics.map((topic) => ({ id: `${ThingID}/${topic.Name}`, label: `${Name}, ${topic.Name}` })),
          ])
  const isLoading = buckets.isLoading || drives.isLoading || things.isLoading
  return (
    <select aria-label={`What data source ${number} is`} value={ResourceID} onChange={(event) => onChange(event.target.value)}>
      {ResourceID === '' && <option value="">{isLoading ? 'Loading …' : options.length > 0 ? 'Choose one' : (SAMPLE[ResourceType] ?? '')}</option>}
      {ResourceID !== '' && !options.some(({ id }) => id === ResourceID) && (
        <option value={ResourceID}>{isLoading ? ResourceID : `${gatewayOf(ResourceID)?.thingId ?? ResourceID} (not there)`}</option>
      )}
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  )
}

function freeLocation(given: readonly DataSource[]): string {
  const taken = new Set(given.map(({ Location }) => Location))
  for (let number = 0; ; number++) {
    const location = number === 0 ? DEFAULT_LOCATION : `sd${number}`
    if (!taken.has(location)) return location
  }
}

/** What is wrong with them; empty where nothing is. */
export function dataSourcesFault(given: readonly DataSource[]): string {
  for (const [index, { ResourceID, Location = '' }] of given.entries()) {
    if (ResourceID.trim() === '') return `Data source ${index + 1} names nothing yet.`
    if (Location === '') return `Data source ${index + 1} needs a place.`
    if (given.some((other, place) => place !== index && other.Location === Location)) return `Two data sources are at ${Location}.`
  }
  return ''
}
