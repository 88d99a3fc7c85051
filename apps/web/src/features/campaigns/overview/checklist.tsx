import type { Campaign } from '@goldpan/contract/campaigns'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Sparkles, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useSenderIdentity } from '../../sender-identity/sender-identity.queries.ts'
import { AddressLink } from '../../sending/address-dialog.tsx'
import { useSignatures } from '../campaigns.queries.ts'
import { AddProspectsDialog } from '../recipients/add-prospects-dialog.tsx'
import { PlaceholderText } from '../template/placeholders.tsx'
import { useGenerate, useRegenerate, useTemplate } from '../template/template.queries.ts'
import { TestEmailButton } from '../test-email-button.tsx'

/** The steps before a send, with the one that comes next as the gold button. */
export function Checklist({ campaign }: { campaign: Campaign }) {
  const { id, counts, waiting, rendering } = campaign
  const template = useTemplate(id)
  const hasText = Boolean(template.data?.body)
  const hasPeople = counts.total > 0
  const unwritten = Math.max(counts.pending, waiting)
  const isWritten = hasText && hasPeople && unwritten === 0 && !rendering
  return (
    <Card title="Before you send" flush>
      <ul className="divide-y divide-line border-t border-line">
        <Step
          name="Email text"
          isDone={hasText}
          detail={hasText && <PlaceholderText>{template.data?.subject ?? ''}</PlaceholderText>}
        >
          {template.data && !hasText && <GenerateButton campaign={campaign} />}
        </Step>
        <Step name="Prospects" isDone={hasPeople} detail={hasPeople && countOf(counts.total, 'prospect')}>
          <AddButton campaignId={id} isNext={hasText && !hasPeople} isAdded={hasPeople} />
        </Step>
        <Step
          name="Emails"
          isDone={isWritten}
          detail={
            hasText && hasPeople && unwritten > 0
              ? `${countOf(unwritten, 'email')} still to be written`
              : isWritten && countOf(counts.generated, 'email')
          }
        >
          {hasText && hasPeople && unwritten > 0 && !rendering && <WriteButton campaignId={id} />}
        </Step>
        <FollowUpStep campaign={campaign} />
        <SignatureStep campaign={campaign} />
        <AddressStep />
        <TestStep campaignId={id} canSend={isWritten} />
      </ul>
    </Card>
  )
}

interface StepProps {
  name: string
  isDone: boolean
  detail?: ReactNode
  children?: ReactNode
}

function Step({ name, isDone, detail, children }: StepProps) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
      {isDone ? (
        <CircleCheck aria-label="Done" className="size-4 shrink-0 text-success-ink" />
      ) : (
        <CircleDashed aria-label="Open" className="size-4 shrink-0 text-ink-faint" />
      )}
      <span className="shrink-0 font-medium sm:w-28">{name}</span>
      <span className="cut min-w-0 flex-1 text-ink-muted max-sm:order-last max-sm:basis-full max-sm:ps-7 max-sm:empty:hidden [&_span]:whitespace-nowrap">
        {detail}
      </span>
      {children && <span className="ms-auto flex items-center gap-2 text-sm">{children}</span>}
    </li>
  )
}

function GenerateButton({ campaign }: { campaign: Campaign }) {
  const generate = useGenerate(campaign.id)
  return (
    <>
      <Link to={paths.campaignTab(campaign.id, 'emails')} className="hyperlink">
        Write it yourself
      </Link>
      <Button
        variant="primary"
        icon={<Sparkles aria-hidden="true" />}
        busy={generate.isPending && 'Writing…'}
        onClick={() => generate.mutate(campaign.signature_id)}
      >
        Generate emails
      </Button>
    </>
  )
}

function AddButton({
  campaignId,
  isNext,
  isAdded,
}: {
  campaignId: string
  isNext: boolean
  isAdded: boolean
}) {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Button
        variant={isNext ? 'primary' : isAdded ? 'ghost' : 'secondary'}
        icon={<UserPlus aria-hidden="true" />}
        onClick={() => setAdding(true)}
      >
        Add prospects
      </Button>
      {isAdding && <AddProspectsDialog campaignId={campaignId} onClose={() => setAdding(false)} />}
    </>
  )
}

function WriteButton({ campaignId }: { campaignId: string }) {
  const regenerate = useRegenerate(campaignId)
  return (
    <Button variant="primary" busy={regenerate.isPending && 'Writing…'} onClick={() => regenerate.mutate()}>
      Write them now
    </Button>
  )
}

function FollowUpStep({ campaign: { id, follow_ups } }: { campaign: Campaign }) {
  const count = follow_ups.steps
  return (
    <Step name="Follow-ups" isDone={count > 0} detail={count > 0 ? countOf(count, 'follow-up') : 'Optional'}>
      <Link to={paths.campaignTab(id, 'emails')} className="hyperlink">
        {count > 0 ? 'Change' : 'Add one'}
      </Link>
    </Step>
  )
}

function SignatureStep({ campaign }: { campaign: Campaign }) {
  const signatures = useSignatures()
  const chosen = signatures.data?.find(({ id }) => id === campaign.signature_id)
  const to = signatures.data?.length === 0 ? paths.emailOptions : paths.campaignTab(campaign.id, 'settings')
  return (
    <Step
      name="Signature"
      isDone={chosen !== undefined}
      detail={chosen ? chosen.name : 'Optional. Without one, your name follows the closing'}
    >
      {signatures.data && (
        <Link to={to} className="hyperlink">
          {chosen ? 'Change' : signatures.data.length === 0 ? 'Write one' : 'Choose one'}
        </Link>
      )}
    </Step>
  )
}

function AddressStep() {
  const identity = useSenderIdentity()
  const { company, street, city } = identity.data ?? {}
  return (
    <Step
      name="Postal address"
      isDone={Boolean(company)}
      detail={
        company ? [company, street, city].filter(Boolean).join(', ') : 'Every campaign email carries it'
      }
    >
      {identity.data && <AddressLink>{company ? 'Change' : 'Add it'}</AddressLink>}
    </Step>
  )
}

/** Remembered until the page is loaded again. */
function TestStep({ campaignId, canSend }: { campaignId: string; canSend: boolean }) {
  const client = useQueryClient()
  const key = ['tested-campaigns', campaignId]
  const tested = useQuery({ queryKey: key, queryFn: () => false, staleTime: Number.POSITIVE_INFINITY })
  return (
    <Step name="Test email" isDone={tested.data === true} detail={tested.data ? 'Sent' : 'Optional'}>
      {canSend && (
        <TestEmailButton
          campaignId={campaignId}
          prospectId={null}
          onSent={() => client.setQueryData(key, true)}
        />
      )}
    </Step>
  )
}
