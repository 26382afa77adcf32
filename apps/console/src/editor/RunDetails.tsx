// What a run of a draft is given besides its program, for who opens it: arguments, data sources, a name.
import { parseArguments } from '@credence/contract'
import { argumentsFault } from '../programs/arguments-fault.ts'
import { DataSources } from '../programs/DataSources.tsx'
import { type Draft, titleOf } from '../programs/draft.ts'
import { RunName } from '../programs/RunName.tsx'
import { Field } from '../ui/Field.tsx'

export function RunDetails({ draft, onChange }: { readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void }) {
  const fault = argumentsFault(draft.arguments)
  return (
    <div className="run-details">
      <Field
        label="Arguments"
        data-code
        value={draft.arguments}
        spellCheck={false}
        autoComplete="off"
        fault={fault || undefined}
        hint={fault ? undefined : <Words text={draft.arguments} />}
        onChange={(event) => onChange({ arguments: event.target.value })}
      />
      <RunName value={draft.runName} of="the next runs" or="their program" placeholder={titleOf(draft)} onName={(runName) => onChange({ runName })} />
      <DataSources given={draft.dataSources} onChange={(dataSources) => onChange({ dataSources })} />
    </div>
  )
}

const LONG = 40
/** The words that the program will see; of a distribution its decimal. */
function Words({ text }: { readonly text: string }) {
  const words = parseArguments(text)
  if (words.length === 0) return <>The program gets no words.</>
  return (
    <>
      The program gets{' '}
      {words.map((word, index) => {
        const [decimal = '', tail] = word.split(/(?=Ux[0-9A-Fa-f]{40})/)
        const shown = tail ? `${decimal}Ux…` : word
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
          <code key={index} className="word">
            {shown.length > LONG ? `${shown.slice(0, LONG)}…` : shown || '(empty)'}
          </code>
        )
      })}
    </>
  )
}
