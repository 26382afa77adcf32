// Chooses a distribution with its plot in view: by its parameters, from numbers, or a value that was printed; and puts it into the program or its arguments.
import type { Language } from '@credence/contract'
import { parseUx } from '@credence/distribution'
import { DistributionPlot } from '@credence/plot/react'
import { useId, useState } from 'react'
import { messageOf } from '../../ui/ErrorNote.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { argumentOf, type Chosen, distributionOf, type Insertion, insertionOf } from '../../values/constructor-calls.ts'
import { summaryOf } from '../../values/statistics.ts'
import { NumbersChoice } from './NumbersChoice.tsx'
import { ParametersChoice } from './ParametersChoice.tsx'
import { ValueChoice } from './ValueChoice.tsx'

const WAYS = [
  { id: 'parameters', label: 'Parameters' },
  { id: 'numbers', label: 'Readings' },
  { id: 'value', label: 'Value' },
] as const
type Way = (typeof WAYS)[number]['id']
const FIRST: Readonly<Record<Way, Chosen | undefined>> = {
  parameters: { from: 'parameters', family: 'gauss', parameters: [0, 1] },
  numbers: undefined,
  value: undefined,
}
const NAME = /^[A-Za-z]\w{0,62}$/

interface InsertDialogProps {
  readonly language: Language
  readonly onInsert: (insertion: Insertion, name: string) => void
  /** Takes a word for the arguments of the run. */
  readonly onArgument: (word: string) => void
  readonly onClose: () => void
}
export function InsertDialog({ language, onInsert, onArgument, onClose }: InsertDialogProps) {
  const id = useId()
  const [way, setWay] = useState<Way>('parameters')
  const [kept, setKept] = useState(FIRST)
  const [name, setName] = useState('x')
  const chosen = kept[way]
  const choose = (next: Chosen | undefined) => setKept({ ...kept, [way]: next })
  const found = outcomeOf(chosen, name, language)
  const nameFault = NAME.test(name) ? '' : 'Letters, digits and _, beginning with a letter.'
  return (
    <Modal title="Insert a distribution" width="wide" onClose={onClose}>
      <Tabs label="How it is chosen" tabs={WAYS} current={way} onChange={(next) => setWay(next as Way)}>
        {way === 'parameters' && chosen?.from === 'parameters' && <ParametersChoice {...chosen} onChange={choose} />}
        {way === 'numbers' && <NumbersChoice onChange={choose} />}
        {way === 'value' && <ValueChoice onChange={choose} read={parseUx} />}
      </Tabs>
      {found.value && <DistributionPlot value={found.value} tools={false} label={`Distribution ${summaryOf(found.value)}`} />}
      {found.fault && (
        <p className="fault" role="status">
          {found.fault}
        </p>
      )}
      {found.value && (
        <>
          <Field label="Name of the variable" value={name} fault={nameFault} data-code onChange={(event) => setName(event.target.value)} />
          {found.insertion && (
            <pre className="insert-code" id={`${id}-code`}>
              <code>{shortened(found.insertion)}</code>
            </pre>
          )}
          {found.obstacle && <p className="hint">{found.obstacle}</p>}
          <div className="row">
            {found.insertion && (
              <button
                type="button"
                className="button button-primary"
                aria-disabled={nameFault !== ''}
                aria-describedby={`${id}-code`}
                onClick={() => nameFault === '' && found.insertion && onInsert(found.insertion, name)}
              >
                Insert at the cursor
              </button>
            )}
            <button type="button" className="button" onClick={() => found.value && onArgument(argumentOf(found.value))}>
              Add to the arguments
            </button>
          </div>
        </>
      )}
    </Modal>
  )
}

interface Outcome {
  readonly value?: ReturnType<typeof distributionOf>
  readonly insertion?: Insertion
  readonly fault?: string
  /** Why it cannot stand in a program of this language. */
  readonly obstacle?: string
}
function outcomeOf(chosen: Chosen | undefined, name: string, language: Language): Outcome {
  if (!chosen) return {}
  let value: ReturnType<typeof distributionOf>
  try {
    value = distributionOf(chosen)
  } catch (error) {
    return { fault: messageOf(error) }
  }
  try {
    return { value, insertion: insertionOf(chosen, name, language) }
  } catch (error) {
    return { value, obstacle: messageOf(error) }
  }
}

const SHOWN = 240
const shortened = ({ declaration, call }: Insertion): string =>
  `${declaration.length > SHOWN ? `${declaration.slice(0, SHOWN)} …` : declaration}${declaration ? '\n' : ''}${call.length > SHOWN ? `${call.slice(0, SHOWN)} …` : call}`
