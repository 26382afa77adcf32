import { FAMILIES, type Family } from '@credence/distribution'
import { CONSTRUCTORS } from '@credence/ui/laws/constructors.ts'
import { SLIDERS, startOf } from '@credence/ui/laws/sliders.ts'
import { useId, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import type { Chosen } from '../../values/constructor-calls.ts'

interface ParametersChoiceProps {
  readonly family: Family
  readonly parameters: readonly number[]
  readonly onChange: (chosen: Chosen) => void
}
/** A family and its parameters, as numbers and by sliders around where they begin. */
export function ParametersChoice({ family, parameters, onChange }: ParametersChoiceProps) {
  const id = useId()
  const [texts, setTexts] = useState(() => parameters.map(String))
  const { sliders } = SLIDERS[family]
  const choose = (next: Family) => {
    setTexts(startOf(next).map(String))
    onChange({ from: 'parameters', family: next, parameters: startOf(next) })
  }
  const set = (index: number, text: string) => {
    const next = texts.map((old, each) => (each === index ? text : old))
    setTexts(next)
    onChange({ from: 'parameters', family, parameters: next.map((each) => (each.trim() === '' ? Number.NaN : Number(each))) })
  }
  return (
    <div className="insert-parameters">
      <div className="field">
        <label htmlFor={id}>Distribution</label>
        <select id={id} value={family} onChange={(event) => choose(event.target.value as Family)}>
          {FAMILIES_BY_PAGE.map((each) => (
            <option key={each} value={each}>
              {CONSTRUCTORS[each].title} · {CONSTRUCTORS[each].use}
            </option>
          ))}
        </select>
      </div>
      {sliders.map(({ name, min, max, step }, index) => (
        <div key={`${family} ${name}`}>
          <Field label={name} inputMode="decimal" data-code value={texts[index] ?? ''} onChange={(event) => set(index, event.target.value)} />
          <input
            type="range"
            aria-label={`${name}, by slider`}
            {...{ min, max, step }}
            value={Number(texts[index]) || 0}
            onChange={(event) => set(index, event.target.value)}
          />
        </div>
      ))}
    </div>
  )
}
const FAMILIES_BY_PAGE = (Object.keys(CONSTRUCTORS) as Family[]).filter((family) => FAMILIES.includes(family))
