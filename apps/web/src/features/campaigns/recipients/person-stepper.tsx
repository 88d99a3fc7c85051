import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { FIRST_PAGE, useRecipients } from './recipients.queries.ts'

interface Person {
  /** Null without recipients, undefined while they are loading. */
  id: string | null | undefined
  at: number
  count: number
  step: (by: 1 | -1) => void
}

/** One of the campaign's recipients, fetched page by page; after the last one fetched comes the first. */
export function usePerson(campaignId: string): Person {
  const [wanted, setWanted] = useState(0)
  const people = useRecipients(campaignId, FIRST_PAGE)
  const { recipients = [], total = 0 } = people.data ?? {}
  // Some may have been removed meanwhile.
  const at = Math.min(wanted, Math.max(0, recipients.length - 1))
  return {
    id: recipients[at]?.id ?? (people.isPending ? undefined : null),
    at,
    count: total,
    step(by) {
      const next = (at + by + recipients.length) % recipients.length
      setWanted(next)
      const isNearEnd = next >= recipients.length - 2
      if (isNearEnd && people.hasNextPage && !people.isFetching) void people.fetchNextPage()
    },
  }
}

export function PersonStepper({ at, count, step }: Person) {
  if (count < 2) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only add to its two buttons
    <div
      className="flex shrink-0 items-center gap-1 text-sm text-ink-muted tabular-nums"
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') step(-1)
        if (key === 'ArrowRight') step(1)
      }}
    >
      <IconButton
        label="Previous person"
        icon={<ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={() => step(-1)}
      />
      <span role="status">{`${(at + 1).toLocaleString()} of ${count.toLocaleString()}`}</span>
      <IconButton
        label="Next person"
        icon={<ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={() => step(1)}
      />
    </div>
  )
}
