import { Check } from 'lucide-react'

interface FilterChipProps {
  isOn: boolean
  onPress: () => void
  children: string
}

/** A filter that is on or off, in a row of others. */
export const FilterChip = ({ isOn, onPress, children }: FilterChipProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onPress}
    className="inline-flex min-h-7 items-center gap-1 rounded-md border border-line bg-surface px-2 text-xs font-medium text-ink-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent-ink max-sm:min-h-9 max-sm:text-sm"
  >
    {isOn && <Check className="size-3.5" aria-hidden="true" />}
    {children}
  </button>
)
