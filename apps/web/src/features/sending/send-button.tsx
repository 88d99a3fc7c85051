import type { Campaign } from '@goldpan/contract/campaigns'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { findSendObstacle } from './can-send.ts'
import { SendDialog } from './send-dialog.tsx'
import type { Sending } from './sending.queries.ts'

/** Send Emails: usable once every prospect has an email; otherwise a sentence says what is missing. */
export function SendButton({ campaign, sending }: { campaign: Campaign; sending: Sending }) {
  const [isAsking, setAsking] = useState(false)
  const obstacle = findSendObstacle(campaign, sending.isActive)
  return (
    <div className="flex flex-col gap-1 sm:items-end">
      <Button
        variant="primary"
        icon={<Send aria-hidden="true" />}
        disabled={obstacle !== null}
        aria-describedby={obstacle ? 'send-obstacle' : undefined}
        onClick={() => setAsking(true)}
        className="max-sm:w-full"
      >
        Send Emails
      </Button>
      {obstacle && (
        <p id="send-obstacle" className="max-w-72 text-sm text-ink-muted sm:text-end">
          {obstacle}
        </p>
      )}
      {isAsking && <SendDialog campaign={campaign} sending={sending} onClose={() => setAsking(false)} />}
    </div>
  )
}
