// Variables that a run records: file, line and expression of each.
import { LIMITS, type TraceVariable } from '@credence/contract'
import { Icon } from '../ui/Icon.tsx'
import './programs.css'

interface TraceFieldsProps {
  readonly given: readonly TraceVariable[]
  readonly onChange: (variables: readonly TraceVariable[]) => void
}
export function TraceFields({ given, onChange }: TraceFieldsProps) {
  const put = (index: number, part: Partial<TraceVariable>) => onChange(given.map((each, place) => (place === index ? { ...each, ...part } : each)))
  const isFull = given.length >= LIMITS.trace.variables
  return (
    <fieldset className="data-sources">
      <legend className="field-label">Trace variables</legend>
      {given.map(({ File, LineNumber, Expression }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a variable has no identity but its place
        <div key={index} className="row trace-row">
          <input
            aria-label={`File of variable ${index + 1}`}
            placeholder="main.c"
            value={File}
            onChange={(event) => put(index, { File: event.target.value })}
          />
          <input
            aria-label={`Line of variable ${index + 1}`}
            type="number"
            min={0}
            value={Number.isFinite(LineNumber) ? LineNumber : ''}
            onChange={(event) => put(index, { LineNumber: Math.max(0, Math.floor(event.target.valueAsNumber || 0)) })}
          />
          <input
            aria-label={`Expression of variable ${index + 1}`}
            placeholder="x, a[0], a[0:3]"
            maxLength={LIMITS.trace.expressionCharacters}
            value={Expression}
            onChange={(event) => put(index, { Expression: event.target.value })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove variable ${index + 1}`}
            onClick={() => onChange(given.filter((_, place) => place !== index))}
          >
            <Icon name="trash" size={18} />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="button button-small"
        aria-disabled={isFull}
        title={isFull ? `At most ${LIMITS.trace.variables}.` : undefined}
        onClick={() => !isFull && onChange([...given, { File: 'main.c', LineNumber: 1, Expression: '' }])}
      >
        <Icon name="plus" size={16} /> Add a variable
      </button>
    </fieldset>
  )
}

/** What is wrong with them; empty where nothing is. */
export function traceFault(variables: readonly TraceVariable[]): string {
  const index = variables.findIndex(({ File, Expression }) => File.trim() === '' || Expression.trim() === '')
  return index < 0 ? '' : `Variable ${index + 1} needs a file and an expression.`
}
