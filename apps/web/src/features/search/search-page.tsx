import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function SearchPage() {
  return (
    <Page>
      <PageHeader title="Business Search" />
    </Page>
  )
}
