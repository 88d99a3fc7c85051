import type { Campaign } from '@goldpan/contract/campaigns'
import { Card } from '../../ui/card.tsx'

/** Long texts as they were typed, with their own line breaks. */
const LongText = ({ children }: { children: string }) => (
  <p dir="auto" className="max-h-80 max-w-[72ch] overflow-y-auto break-words whitespace-pre-wrap">
    {children}
  </p>
)

export function ContentPanels({ campaign }: { campaign: Campaign }) {
  return (
    <>
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
    </>
  )
}
