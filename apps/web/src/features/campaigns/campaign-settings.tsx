import type { Campaign } from '@goldpan/contract/campaigns'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { TrackingPanel } from './activity-panel.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { MailboxesCard } from './mailboxes-card.tsx'
import { SignaturePanel } from './signature-panel.tsx'

/** The campaign's fields, mailboxes, signature, tracking and pace. */
export function CampaignSettings({ campaign }: { campaign: Campaign }) {
  const [saves, setSaves] = useState(0)
  const isArchived = campaign.status === 'archived'
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {isArchived ? (
        <Banner kind="info">This campaign is archived. It can only be deleted.</Banner>
      ) : (
        // After a save the form starts from what was saved.
        <CampaignForm key={saves} campaign={campaign} onSaved={() => setSaves(saves + 1)} />
      )}
      <div className="flex min-w-0 flex-col gap-4">
        <MailboxesCard campaign={campaign} />
        <SignaturePanel campaign={campaign} />
        {!isArchived && <TrackingPanel campaignId={campaign.id} />}
        <Card title="Pace">
          <p className="text-ink-muted">
            Daily limit, hours and gaps between emails apply to all campaigns.{' '}
            <Link to={paths.sendingPace} className="hyperlink">
              Sending pace
            </Link>
          </p>
        </Card>
      </div>
    </div>
  )
}
