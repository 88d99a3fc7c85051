import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function CampaignPage() {
  return (
    <Page>
      <PageHeader title="Campaign" />
    </Page>
  )
}
