import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function ProspectsPage() {
  return (
    <Page>
      <PageHeader title="Prospects" />
    </Page>
  )
}
