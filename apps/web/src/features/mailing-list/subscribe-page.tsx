import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function SubscribePage() {
  return (
    <Page>
      <PageHeader title="Subscribe" />
    </Page>
  )
}
