import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function TermsPage() {
  return (
    <Page>
      <PageHeader title="Terms of Service" />
    </Page>
  )
}
