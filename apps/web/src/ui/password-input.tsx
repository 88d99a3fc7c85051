import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useFieldLinks } from './field.tsx'

export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const links = useFieldLinks(props)
  const [shown, setShown] = useState(false)
  return (
    <div className={clsx('relative', className)}>
      <input
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        {...links}
        type={shown ? 'text' : 'password'}
        className="control pe-11"
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-e-md text-ink-muted hover:text-ink [&_svg]:size-4"
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </button>
    </div>
  )
}
