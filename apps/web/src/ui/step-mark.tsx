/** A small number in a ring, hidden from screen readers. */
export function StepMark({ step }: { step: number }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-4.5 shrink-0 place-items-center rounded-full border border-line-strong text-[0.6875rem] leading-none font-medium text-ink-muted tabular-nums"
    >
      {step}
    </span>
  )
}
