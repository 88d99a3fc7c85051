import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { MyRequests } from './my-requests.tsx'

export function FeedbackPage() {
  return (
    <Page width="narrow">
      <PageHeader
        title="Feedback & Support"
        description="Tell us what is broken, missing or unclear. A person reads every message and answers by email."
      />
      <FeedbackForm />
      <MyRequests />
    </Page>
  )
}
