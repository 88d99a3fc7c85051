import type { Campaign } from '@goldpan/contract/campaigns'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { FollowUpsCard } from './follow-ups/follow-ups-card.tsx'
import { TemplatePanel } from './template/template-panel.tsx'
import { WrittenEmails } from './written-email.tsx'

/** The template and its follow-ups, beside the email of one recipient and what both are written from. */
export function CampaignEmails({ campaign }: { campaign: Campaign }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <TemplatePanel campaign={campaign} />
        <FollowUpsCard campaign={campaign} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <WrittenEmails campaignId={campaign.id} />
        <Card title="Campaign content" description="The emails are written from this.">
          <LongText>{campaign.marketing_copy}</LongText>
        </Card>
        <Card title="Promotional content">
          {campaign.promotional_content ? (
            <LongText>{campaign.promotional_content}</LongText>
          ) : (
            <p className="text-ink-muted">None.</p>
          )}
        </Card>
      </div>
    </div>
  )
}

const LongText = ({ children }: { children: ReactNode }) => (
  <p dir="auto" className="max-h-80 max-w-[72ch] overflow-y-auto break-words whitespace-pre-wrap">
    {children}
  </p>
)
