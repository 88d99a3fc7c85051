import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function TokenHistoryPage() {
  return (
    <Page>
      <PageHeader title="Token history" />
    </Page>
  )
}
