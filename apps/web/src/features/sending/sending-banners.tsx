import type { Campaign } from '@goldpan/contract/campaigns'
import { senderIdentityMessages } from '@goldpan/contract/sender-identity'
import {
  isActiveSend,
  type SendJob,
  sendOutcome,
  stoppingText,
  unconfirmedText,
} from '@goldpan/contract/sending'
import type { SendingPause } from '@goldpan/contract/sending-care'
import { useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatMoment } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { AddressLink } from './address-dialog.tsx'
import { type Sending, useLiftPause, usePauses } from './sending.queries.ts'

export function SendProgress({ sending: { job, cancel } }: { sending: Sending }) {
  if (!job) return null
  const { total, processed, success, failed } = job.progress
  const stopping = stoppingText(job.in_flight)
  if (isActiveSend(job.status) || (job.status === 'cancelled' && stopping))
    return (
      <Card>
        <ProgressBar
          label="Sending emails"
          value={processed}
          max={total}
          text={`${processed.toLocaleString()} of ${total.toLocaleString()} emails, ${success.toLocaleString()} sent, ${failed.toLocaleString()} failed`}
          action={
            isActiveSend(job.status) && (
              <Button
                size="sm"
                busy={cancel.isPending && 'Cancelling…'}
                onClick={() => cancel.mutate(job.id)}
              >
                Cancel
              </Button>
            )
          }
        />
        <p role="status" className="mt-2 text-sm text-ink-muted empty:mt-0">
          {job.status === 'cancelled' ? stopping : waitingText(job)}
          {job.hold === senderIdentityMessages.missing && (
            <>
              {' '}
              <AddressLink>Add it</AddressLink>
            </>
          )}
        </p>
      </Card>
    )
  const kind = { completed: 'success', failed: 'error', cancelled: 'info' } as const
  return (
    <Banner
      announce
      kind={job.status in kind ? kind[job.status as keyof typeof kind] : 'info'}
      title={sendOutcome(job)}
    />
  )
}

/** Why the rest waits and until when; null while messages are being sent. */
function waitingText({ hold, next_try_at }: SendJob): string | null {
  // No time lifts this hold.
  if (hold === senderIdentityMessages.missing) return hold
  if (!next_try_at) return null
  const when = formatMoment(next_try_at)
  return hold ? `${hold}. Next: ${when}.` : `A mail server asked to retry later. Next attempt: ${when}.`
}

const titles = {
  policy: 'Paused: mail providers reject these emails',
  bounces: 'Paused: too many emails bounced',
  complaints: 'Paused: emails were reported as spam',
} as const

/** Automatic pauses that affect this campaign, each with its reason and how to resume. */
export function PauseBanners({ campaignId, isSending }: { campaignId: string; isSending: boolean }) {
  const pauses = usePauses(isSending)
  const concerning = (pauses.data ?? []).filter(
    (pause) => pause.campaign_id === null || pause.campaign_id === campaignId,
  )
  return concerning.map((pause) => <PauseBanner key={pause.id} pause={pause} />)
}

function PauseBanner({ pause }: { pause: SendingPause }) {
  const [isAsking, setAsking] = useState(false)
  const lift = useLiftPause()
  return (
    <>
      <Banner
        kind="warning"
        title={titles[pause.kind]}
        action={
          pause.kind === 'complaints' ? (
            <Link to={paths.feedback} className={buttonClass('secondary', 'sm')}>
              Contact support
            </Link>
          ) : (
            // A pause of this campaign ends when it is sent again.
            pause.campaign_id === null && (
              <Button size="sm" busy={lift.isPending && 'Resuming…'} onClick={() => setAsking(true)}>
                Resume
              </Button>
            )
          )
        }
      >
        {pause.sentence}
      </Banner>
      <ConfirmDialog
        open={isAsking}
        kind="warning"
        title="Resume sending"
        message="Bounces are counted from zero. If the cause remains, mail providers may block your emails."
        confirmLabel="Resume"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await lift.mutateAsync(pause.id).catch(() => undefined)
          setAsking(false)
        }}
      />
    </>
  )
}

/** Messages with an unknown outcome, and a button to send them again. Some may then arrive twice. */
export function UnconfirmedBanner({ campaign, sending }: { campaign: Campaign; sending: Sending }) {
  const [isAsking, setAsking] = useState(false)
  const count = campaign.counts.unconfirmed
  const text = unconfirmedText(count)
  if (!text || campaign.status === 'archived') return null
  return (
    <>
      <Banner
        kind="warning"
        action={
          <Button size="sm" disabled={sending.isActive} onClick={() => setAsking(true)}>
            Send them again
          </Button>
        }
      >
        {text}
      </Banner>
      <ConfirmDialog
        open={isAsking}
        kind="warning"
        title="Send unconfirmed emails again"
        message={`${countOf(count, 'email')} will be sent again. People who did receive it get it twice.`}
        confirmLabel="Send again"
        busyLabel="Starting…"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await sending.start.mutateAsync({ resend: true, only: 'unconfirmed' }).catch(() => undefined)
          setAsking(false)
        }}
      />
    </>
  )
}
