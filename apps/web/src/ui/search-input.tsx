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

/** A text to look for. It shows what is typed at once, however long the one who hears it takes to say so. */
export function SearchInput({ label, placeholder, value, onChange, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [heard, setHeard] = useState(value)
  if (value !== heard) {
    setHeard(value)
    // Changed from elsewhere, as by a link or a button: while somebody types here, their text stands.
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
