// A field whose text filters what is listed, and stands in the address. What is typed is there with its key; the address, and the list with it, follows after
// the keys: to draw a list anew takes longer than a key may.
import { type InputHTMLAttributes, startTransition, useEffect, useRef, useState } from 'react'
import { afterRest } from '../state/after-rest.ts'

interface FilterInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** Of the address. */
  readonly value: string
  readonly onChange: (value: string) => void
}
export function FilterInput({ value, onChange, ...rest }: FilterInputProps) {
  const [typed, setTyped] = useState(value)
  /** What was told and did not come back yet. */
  const told = useRef<string[]>([])
  const latest = useRef({ onChange, tell: () => {} })
  const [tellSoon] = useState(() => afterRest(() => latest.current.tell()))
  useEffect(() => {
    latest.current = { onChange, tell: () => tell(typed) }
  })
  useEffect(() => tellSoon.cancel, [tellSoon])
  useEffect(() => {
    const at = told.current.indexOf(value)
    if (at >= 0) return void told.current.splice(0, at + 1)
    // It changed elsewhere: by Back, or filters that were cleared.
    told.current = []
    tellSoon.cancel()
    setTyped(value)
  }, [value, tellSoon])
  const tell = (text: string) => {
    tellSoon.cancel()
    if (text === (told.current.at(-1) ?? value)) return
    told.current.push(text)
    startTransition(() => latest.current.onChange(text))
  }
  return (
    <input
      {...rest}
      type="search"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        tellSoon()
      }}
      onBlur={() => tell(typed)}
      onKeyDown={({ key }) => key === 'Enter' && tell(typed)}
    />
  )
}
