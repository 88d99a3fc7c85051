import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function SignupPage() {
  return (
    <Page>
      <PageHeader title="Sign up" />
    </Page>
  )
}
