import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function CampaignFormPage() {
  return (
    <Page>
      <PageHeader title="Campaign" />
    </Page>
  )
}
