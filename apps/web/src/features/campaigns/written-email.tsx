import { campaignFallbacks } from '@goldpan/contract/campaigns'
import { retentionMessages } from '@goldpan/contract/retention'
import { errorText } from '../../lib/error-text.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { MessageView } from './message-view.tsx'
import { PersonStepper, usePerson } from './recipients/person-stepper.tsx'
import { useEmail } from './recipients/recipients.queries.ts'
import { TestEmailButton } from './test-email-button.tsx'

/** The saved email as one recipient after the other reads it. Hidden without recipients. */
export function WrittenEmails({ campaignId }: { campaignId: string }) {
  const person = usePerson(campaignId)
  return person.id ? <WrittenEmail campaignId={campaignId} person={{ ...person, id: person.id }} /> : null
}

interface WrittenEmailProps {
  campaignId: string
  person: ReturnType<typeof usePerson> & { id: string }
}

function WrittenEmail({ campaignId, person }: WrittenEmailProps) {
  const email = useEmail(campaignId, person.id)
  const recipient = email.data?.recipient
  return (
    <Card
      title={recipient ? `As ${isolated(recipient.name)} reads it` : 'Preview'}
      actions={<PersonStepper {...person} />}
    >
      {email.isPending && <SkeletonText lines={8} />}
      {email.isError && (
        <ErrorState
          level={3}
          message={errorText(email.error, campaignFallbacks.fetchData)}
          onRetry={() => void email.refetch()}
          isRetrying={email.isFetching}
        />
      )}
      {email.data?.recipient.has_content && (
        <div className="flex flex-col gap-3">
          <MessageView to={email.data.recipient.email} {...email.data} />
          <div>
            <TestEmailButton campaignId={campaignId} prospectId={person.id} />
          </div>
        </div>
      )}
      {recipient && !recipient.has_content && (
        <p className="text-ink-muted">
          {recipient.sent_at === null ? "This email hasn't been written yet." : retentionMessages.gone}
        </p>
      )}
    </Card>
  )
}
