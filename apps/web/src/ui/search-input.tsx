import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

export interface SearchInputProps {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  className?: string
}

/** Keeps its own text, so that typing never waits for the caller. */
export function SearchInput({ label, placeholder, value, onChange, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [heard, setHeard] = useState(value)
  if (value !== heard) {
    setHeard(value)
    // Take over a change from outside, but not while the user is typing.
    if (document.activeElement !== input.current) setTyped(value)
  }
  return (
    <Field label={label} hideLabel className={className}>
      <TextInput
        ref={input}
        type="search"
        icon={<Search aria-hidden="true" />}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(event.target.value)
        }}
      />
    </Field>
  )
}
