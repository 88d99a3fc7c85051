import { prospectMessages } from '@goldpan/contract/prospects'
import type { Conversation, Offer } from '@goldpan/contract/replies'
import { Ban, Clock, UserPlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { formatWeekday } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { toast } from '../../ui/toast.ts'
import { idOf, useAddProspect } from './pane.queries.ts'
import type { Triage } from './triage.ts'
import { undoBy } from './undo-action.ts'

interface OffersProps {
  conversation: Conversation
  triage: Triage
}

/** Actions that the newest message suggests, each one click. */
export function Offers({ conversation, triage }: OffersProps) {
  const { offers } = conversation
  if (offers.length === 0) return null
  return (
    <ul aria-label="Suggested" className="flex flex-wrap gap-2">
      {offers.map((offer) => (
        <li key={`${offer.kind} ${offer.email} ${offer.until}`} className="max-w-full">
          <OfferButton offer={offer} conversation={conversation} triage={triage} />
        </li>
      ))}
    </ul>
  )
}

function OfferButton({
  offer: { kind, email, until },
  conversation,
  triage,
}: OffersProps & { offer: Offer }) {
  if (kind === 'add_prospect' && email !== null)
    return <AddProspect email={email} conversationId={idOf(conversation)} />
  if (kind === 'snooze' && until !== null)
    return (
      <Button
        icon={<Clock aria-hidden="true" />}
        busy={triage.isBusy}
        onClick={() => void triage.snooze(until)}
      >
        {`Snooze until ${formatWeekday(until)}`}
      </Button>
    )
  if (kind === 'do_not_contact')
    return (
      <Button
        icon={<Ban aria-hidden="true" />}
        busy={triage.isBusy}
        onClick={() => void triage.doNotContact()}
      >
        Not verified. Do not contact?
      </Button>
    )
  return null
}

function AddProspect({ email, conversationId }: { email: string; conversationId: string }) {
  const navigate = useNavigate()
  const { add, remove } = useAddProspect(conversationId)

  function onAdded({ existed, prospect_id }: { existed: boolean; prospect_id: string }) {
    const name = isolated(email)
    if (existed)
      toast.success(`${name} is a prospect already`, {
        action: { label: 'Show', onClick: () => void navigate(paths.prospectsWith(email)) },
      })
    else
      toast.success(
        `${name} is a prospect now`,
        undoBy(() => remove(prospect_id), prospectMessages.deleteFailed),
      )
  }

  return (
    <Button
      className="max-w-full"
      icon={<UserPlus aria-hidden="true" />}
      busy={add.isPending && 'Adding…'}
      onClick={() => add.mutate(email, { onSuccess: onAdded })}
    >
      <span className="wrap-anywhere">
        Add <bdi>{email}</bdi> as a prospect
      </span>
    </Button>
  )
}
