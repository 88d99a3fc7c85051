import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function UnsubscribePage() {
  return (
    <Page>
      <PageHeader title="Unsubscribe" />
    </Page>
  )
}
