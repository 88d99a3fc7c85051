import { type SenderIdentity, senderIdentityFallbacks } from '@goldpan/contract/sender-identity'
import { errorText } from '../../lib/error-text.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonFields } from '../../ui/skeleton.tsx'
import { FooterPreview } from './footer-preview.tsx'
import { useSenderIdentity } from './sender-identity.queries.ts'
import { SenderIdentityForm, typedOf } from './sender-identity-form.tsx'

/** The sender that campaign emails name, of the person or of the organization they work for. */
export function SenderIdentityCard({ canEdit }: { canEdit: boolean }) {
  const saved = useSenderIdentity()
  return (
    <Card
      title="Sender identity"
      description="Every campaign email carries this postal address in its footer. Most countries require it by law."
      className="lg:col-span-2"
    >
      {saved.isPending && (
        <div role="status" aria-label="Loading the sender identity">
          <SkeletonFields count={4} />
        </div>
      )}
      {saved.isError && (
        <ErrorState
          level={3}
          message={errorText(saved.error, senderIdentityFallbacks.fetch)}
          onRetry={() => void saved.refetch()}
          isRetrying={saved.isFetching}
        />
      )}
      {saved.data && (canEdit ? <SenderIdentityForm saved={saved.data} /> : <ReadOnly saved={saved.data} />)}
    </Card>
  )
}

function ReadOnly({ saved }: { saved: SenderIdentity }) {
  return (
    <div className="flex flex-col gap-3">
      <FooterPreview identity={typedOf(saved)} />
      <p className="text-sm text-ink-muted">The owner and admins of the organization can change it.</p>
    </div>
  )
}
