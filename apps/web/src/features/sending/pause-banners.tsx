import type { SendingPause } from '@goldpan/contract/sending-care'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLiftPause, usePauses } from './care.queries.ts'

const titles = {
  policy: 'Paused: mail providers refuse these emails',
  bounces: 'Paused: too many emails came back',
  complaints: 'Paused: emails were reported as spam',
} as const

/** Automatic pauses that concern this campaign, each with its reason and a way on. */
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
          // A campaign's own pause ends when it is sent again.
          pause.campaign_id === null && (
            <Button size="sm" busy={lift.isPending && 'Resuming…'} onClick={() => setAsking(true)}>
              Go on
            </Button>
          )
        }
      >
        {pause.sentence}
      </Banner>
      <ConfirmDialog
        open={isAsking}
        kind="warning"
        title="Go on sending"
        message="Bounces and complaints are counted anew from now on. If the reason is not removed, mail providers may block your messages."
        confirmLabel="Go on"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await lift.mutateAsync(pause.id).catch(() => undefined)
          setAsking(false)
        }}
      />
    </>
  )
}
