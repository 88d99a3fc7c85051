import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function TermsAndPrivacyPage() {
  return (
    <Page>
      <PageHeader title="Terms & Privacy" />
    </Page>
  )
}
