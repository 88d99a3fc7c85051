import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function CheckoutPage() {
  return (
    <Page>
      <PageHeader title="Checkout" />
    </Page>
  )
}
