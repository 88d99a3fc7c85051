import type { Campaign } from '@goldpan/contract/campaigns'
import { unconfirmedText } from '@goldpan/contract/sending'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Sending } from './sending.queries.ts'

/** Messages whose fate is unknown, and the choice to send them again: some may then arrive twice. */
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
        message={`${countOf(count, 'email')} will be sent once more. Those that had arrived after all arrive twice.`}
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
