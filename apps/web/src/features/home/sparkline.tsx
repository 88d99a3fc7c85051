/** Bars by day without axes. Its figure stands beside it, so screen readers skip it. */
export function Sparkline({ values, colour }: { values: readonly number[]; colour: string }) {
  const most = Math.max(1, ...values)
  return (
    <span aria-hidden="true" className="flex h-4 w-24 items-end gap-px">
      {values.map((value, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: days have no other key and keep their order
          key={index}
          className="min-w-0 flex-1 rounded-t-[1px]"
          style={{ background: colour, height: value === 0 ? 0 : `max(${(value / most) * 100}%, 2px)` }}
        />
      ))}
    </span>
  )
}
