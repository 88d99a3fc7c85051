import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function LoginPage() {
  return (
    <Page>
      <PageHeader title="Log in" />
    </Page>
  )
}
