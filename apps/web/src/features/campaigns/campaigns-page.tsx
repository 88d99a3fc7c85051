import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function CampaignsPage() {
  return (
    <Page>
      <PageHeader title="Email Campaigns" />
    </Page>
  )
}
