import type { Campaign } from '@goldpan/contract/campaigns'
import { ADDRESS_CHECK } from '@goldpan/contract/sender-identity'
import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isApiError } from '../../lib/api-error.ts'
import { countOf } from '../../lib/counts.ts'
import { formatRelative } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { isolated } from '../../ui/isolated.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { findSendObstacle } from './can-send.ts'
import { SendPreviewDetails } from './send-preview.tsx'
import { type Sending, useSendPreview } from './sending.queries.ts'
import { sentText } from './sent-text.ts'

const AddressDialog = lazy(async () => ({ default: (await import('./address-dialog.tsx')).AddressDialog }))

interface SendButtonProps {
  campaign: Campaign
  sending: Sending
  /** False where another button is the next step. */
  isNext?: boolean
}

/** Enabled once every prospect has an email; otherwise it says what is missing. */
export function SendButton({ campaign, sending, isNext = true }: SendButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const obstacle = findSendObstacle(campaign, sending.isActive)
  return (
    <div className="flex flex-row-reverse items-center gap-3">
      <Button
        variant={isNext && campaign.counts.generated > 0 && !obstacle ? 'primary' : 'secondary'}
        icon={<Send aria-hidden="true" />}
        disabled={obstacle !== null}
        aria-describedby={obstacle ? 'send-obstacle' : undefined}
        onClick={() => setAsking(true)}
      >
        Send Emails
      </Button>
      {obstacle && (
        <p id="send-obstacle" className="text-sm text-ink-muted max-lg:sr-only">
          {obstacle}
        </p>
      )}
      {isAsking && <SendDialog campaign={campaign} sending={sending} onClose={() => setAsking(false)} />}
    </div>
  )
}

interface SendDialogProps {
  campaign: Campaign
  sending: Sending
  onClose: () => void
}

/** Asks before sending, with a preview of what would happen. */
function SendDialog({ campaign, sending, onClose }: SendDialogProps) {
  const { generated } = campaign.counts
  const again = campaign.resendable
  const [resend, setResend] = useState(false)
  const [isRepeatMeant, setRepeatMeant] = useState(false)
  const preview = useSendPreview(campaign.id, resend)
  const lacksAddress = preview.data?.checks.some(({ line }) => line === ADDRESS_CHECK)
  if (lacksAddress)
    return (
      <Suspense fallback={null}>
        <AddressDialog onSaved={() => preview.refetch()} onClose={onClose} />
      </Suspense>
    )
  const count = preview.data?.recipients ?? generated + (resend ? again : 0)
  const lastSent = preview.data?.again?.last_sent_at
  const unchanged = resend ? (preview.data?.again?.unchanged ?? 0) : 0
  const isForNobody = generated === 0 && !resend
  return (
    <ConfirmDialog
      open
      kind="warning"
      title="Send Emails"
      message={
        isForNobody
          ? sentText(campaign)
          : `${countOf(count, 'email')} of '${isolated(campaign.name)}' will be sent. This can't be undone.`
      }
      confirmLabel={isForNobody ? 'Send' : `Send ${countOf(count, 'email')}`}
      disabled={isForNobody || (unchanged > 0 && !isRepeatMeant)}
      busyLabel="Starting…"
      onCancel={onClose}
      onConfirm={() =>
        sending.start.mutateAsync({ resend }).then(onClose, async (error: unknown) => {
          // Pressed before the preview was there to ask for it.
          if (isApiError(error) && error.code === 'sending.no_postal_address') await preview.refetch()
          else onClose()
        })
      }
    >
      <div className="flex flex-col gap-4">
        {again > 0 && (
          <Checkbox
            label={`Send again to ${countOf(again, 'person', 'people')} who already received it`}
            help={`${lastSent ? `Last sent ${formatRelative(lastSent)}. ` : ''}Never to those who answered, unsubscribed or bounced.`}
            checked={resend}
            onChange={(event) => setResend(event.target.checked)}
          />
        )}
        {unchanged > 0 && (
          <Checkbox
            label={`Send the same email again to ${countOf(unchanged, 'person', 'people')}`}
            help="They received it less than 7 days ago, and the text has not changed since."
            checked={isRepeatMeant}
            onChange={(event) => setRepeatMeant(event.target.checked)}
          />
        )}
        {preview.isPending && <SkeletonText lines={4} />}
        {preview.isError && (
          <Banner kind="warning">{errorText(preview.error, 'The preview could not be made')}</Banner>
        )}
        {preview.data && !isForNobody && (
          <SendPreviewDetails preview={preview.data} campaignId={resend ? null : campaign.id} />
        )}
      </div>
    </ConfirmDialog>
  )
}
