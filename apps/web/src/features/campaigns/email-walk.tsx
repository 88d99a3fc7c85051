import { type Campaign, campaignFallbacks } from '@goldpan/contract/campaigns'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { MessageView } from './message-view.tsx'
import { FIRST_PAGE, keyOf, useEmail, useRecipients } from './recipients/recipients.queries.ts'
import { TestEmailButton } from './test-email-button.tsx'

/** The email as one of the recipients reads it, and the next one. Hidden without recipients. */
export function EmailWalk({ campaign }: { campaign: Campaign }) {
  const people = useRecipients(campaign.id, FIRST_PAGE)
  const [at, setAt] = useState(0)
  const { recipients = [], total = 0 } = people.data ?? {}
  // Some may have been removed meanwhile.
  const place = Math.min(at, Math.max(0, recipients.length - 1))
  const recipient = recipients[place]
  if (!recipient) return null

  function go(next: number) {
    setAt(next)
    if (next >= recipients.length - 2 && people.hasNextPage && !people.isFetching) void people.fetchNextPage()
  }

  return (
    <Card
      title={`As ${isolated(recipient.name)} reads it`}
      actions={
        <div className="-my-1 flex items-center gap-1 text-sm text-ink-muted tabular-nums">
          <IconButton
            label="Previous person"
            icon={<ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />}
            disabled={place === 0}
            onClick={() => go(place - 1)}
          />
          <span role="status">
            {(place + 1).toLocaleString()} of {total.toLocaleString()}
          </span>
          <IconButton
            label="Next person"
            icon={<ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />}
            disabled={place + 1 >= recipients.length}
            onClick={() => go(place + 1)}
          />
        </div>
      }
    >
      <Email key={recipient.id} campaignId={campaign.id} prospectId={keyOf(recipient)} />
    </Card>
  )
}

function Email({ campaignId, prospectId }: { campaignId: string; prospectId: string }) {
  const email = useEmail(campaignId, prospectId)
  if (email.isPending) return <SkeletonText lines={8} />
  if (email.isError)
    return (
      <ErrorState
        level={3}
        message={errorText(email.error, campaignFallbacks.fetchData)}
        onRetry={() => void email.refetch()}
        isRetrying={email.isFetching}
      />
    )
  if (!email.data.recipient.has_content)
    return <p className="text-ink-muted">This email is not written yet.</p>
  return (
    <div className="flex flex-col gap-3">
      <MessageView to={email.data.recipient.email} {...email.data} />
      <div>
        <TestEmailButton campaignId={campaignId} prospectId={prospectId} />
      </div>
    </div>
  )
}
