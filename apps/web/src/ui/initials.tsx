/** A round sign with the initials of a name, beside the name itself. */
export const Initials = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-[0.6875rem] font-semibold text-ink-muted"
  >
    {initialsOf(name)}
  </span>
)

const initialsOf = (name: string): string =>
  name
    .split(/[\s.@-]+/)
    .slice(0, 2)
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase()
