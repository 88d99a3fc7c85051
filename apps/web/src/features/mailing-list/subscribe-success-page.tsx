import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function SubscribeSuccessPage() {
  return (
    <Page>
      <PageHeader title="Subscription Confirmed" />
    </Page>
  )
}
