import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function FeedbackPage() {
  return (
    <Page>
      <PageHeader title="Support" />
    </Page>
  )
}
