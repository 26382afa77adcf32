// A field whose text filters what is listed, and stands in the address. What is typed is there with its key; the address, and the list with it, follows after
// the keys: to draw a list anew takes longer than a key may.
import { type InputHTMLAttributes, startTransition, useEffect, useRef, useState } from 'react'

const REST_MS = 150

interface FilterInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  /** Of the address. */
  readonly value: string
  readonly onChange: (value: string) => void
}
export function FilterInput({ value, onChange, ...rest }: FilterInputProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What was told and did not come back yet. */
  const told = useRef<string[]>([])
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const at = told.current.indexOf(value)
    if (at >= 0) return void told.current.splice(0, at + 1)
    // It changed elsewhere: by Back, or filters that were cleared.
    told.current = []
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  const tell = (text: string) => {
    clearTimeout(timer.current)
    if (text === (told.current.at(-1) ?? value)) return
    told.current.push(text)
    startTransition(() => latest.current(text))
  }
  return (
    <input
      {...rest}
      type="search"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => tell(target.value), REST_MS)
      }}
      onBlur={() => tell(typed)}
      onKeyDown={({ key }) => key === 'Enter' && tell(typed)}
    />
  )
}
