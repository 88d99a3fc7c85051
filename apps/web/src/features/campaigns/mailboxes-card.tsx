import type { Campaign } from '@goldpan/contract/campaigns'
import { MAILBOXES_MAX, type OwnMailbox, ownMailboxRoutes } from '@goldpan/contract/own-mailboxes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { campaignKey, useReloadCampaign } from '../../lib/campaign-cache.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FieldError } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { MailboxBadge } from '../own-mailboxes/mailbox-state.tsx'
import { mailboxFallbacks, useMailboxes } from '../own-mailboxes/own-mailboxes.queries.ts'

type Choice = 'all' | 'return' | 'some'

const choiceOf = (ids: Campaign['mailbox_ids']): Choice =>
  ids === null ? 'all' : ids.length === 0 ? 'return' : 'some'

/** The mailboxes that a campaign leaves from. A choice is saved at once. */
export function MailboxesCard({ campaign }: { campaign: Campaign }) {
  const own = useMailboxes()
  return (
    <Card
      title="Mailboxes"
      actions={
        <Link to={paths.ownMailboxes} className="hyperlink inline-flex min-h-6 items-center text-sm">
          Manage
        </Link>
      }
    >
      {own.isPending && <Skeleton height="5rem" />}
      {own.isError && !own.data && (
        <ErrorState
          level={3}
          message={errorText(own.error, mailboxFallbacks.fetch)}
          onRetry={() => void own.refetch()}
          isRetrying={own.isFetching}
        />
      )}
      {own.data?.mailboxes.length === 0 && (
        <p className="text-ink-muted">
          This campaign leaves from your return address.{' '}
          <Link to={paths.ownMailboxes} className="hyperlink">
            Connect your own mailbox
          </Link>
        </p>
      )}
      {own.data && own.data.mailboxes.length > 0 && (
        <Choices campaign={campaign} mailboxes={own.data.mailboxes} />
      )}
    </Card>
  )
}

function Choices({ campaign, mailboxes }: { campaign: Campaign; mailboxes: readonly OwnMailbox[] }) {
  const { id, mailbox_ids } = campaign
  const isArchived = campaign.status === 'archived'
  const save = useSetMailboxes(id)
  // 'These mailboxes' is saved with the first of them.
  const [isChoosing, setChoosing] = useState(false)
  const chosen = save.isPending ? save.variables : mailbox_ids
  const choice = isChoosing ? 'some' : choiceOf(chosen)
  const choose = (next: Choice) => {
    setChoosing(next === 'some')
    if (next === 'some') return
    save.mutate(next === 'all' ? null : [])
  }
  const toggle = (mailboxId: string, isWanted: boolean) => {
    const others = (chosen ?? []).filter((one) => one !== mailboxId)
    const ids = isWanted ? [...others, mailboxId] : others
    setChoosing(ids.length === 0)
    if (ids.length > 0) save.mutate(ids)
  }
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={<span className="sr-only">Send from</span>}
        name={`mailboxes-${id}`}
        value={choice}
        onChange={(value) => choose(value as Choice)}
        options={[
          { value: 'all', label: 'All mailboxes', disabled: isArchived },
          { value: 'return', label: 'Return address', disabled: isArchived },
          { value: 'some', label: 'These mailboxes', disabled: isArchived },
        ]}
      />
      {choice !== 'return' && (
        <ul className="flex flex-col gap-2 border-t border-line pt-3">
          {(choice === 'all' ? mailboxes.filter(({ is_used }) => is_used) : mailboxes).map((mailbox) => (
            <li key={mailbox.id} className="flex items-center justify-between gap-2">
              {choice === 'all' ? (
                <span className="min-w-0 wrap-anywhere">{mailbox.address}</span>
              ) : (
                <Checkbox
                  label={<span className="wrap-anywhere">{mailbox.address}</span>}
                  checked={(!isChoosing && chosen?.includes(mailbox.id)) ?? false}
                  disabled={isArchived || (chosen?.length ?? 0) >= MAILBOXES_MAX}
                  onChange={(event) => toggle(mailbox.id, event.target.checked)}
                />
              )}
              <MailboxBadge state={mailbox.state} isHeld={mailbox.held_until !== null} />
            </li>
          ))}
        </ul>
      )}
      {isChoosing && <FieldError>Please choose at least one mailbox</FieldError>}
      <p className="text-sm text-ink-muted">People who already heard from a mailbox keep hearing from it.</p>
    </div>
  )
}

function useSetMailboxes(id: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (ids: string[] | null) =>
      call(ownMailboxRoutes.setForCampaign, { params: { id }, body: { ids } }),
    onSuccess: (saved) => {
      client.setQueryData<Campaign>(campaignKey(id), (campaign) => campaign && { ...campaign, ...saved })
      return reload()
    },
    onError: (error) => toast.error(errorText(error, 'The mailboxes could not be chosen')),
  })
}
