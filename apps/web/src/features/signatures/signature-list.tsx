import { type Signature, signatureFallbacks } from '@goldpan/contract/signatures'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { DeleteSignatureDialog } from './delete-signature-dialog.tsx'
import { SignatureCard } from './signature-card.tsx'
import { useSetDefaultSignature, useSignatures } from './signatures.queries.ts'

export interface SignatureListProps {
  onAdd: () => void
  onEdit: (signature: Signature) => void
}

export function SignatureList({ onAdd, onEdit }: SignatureListProps) {
  const signatures = useSignatures()
  const setDefault = useSetDefaultSignature()
  const [leaving, setLeaving] = useState<Signature | null>(null)

  if (signatures.isPending) return <SkeletonCards count={3} label="Loading signatures" />
  if (signatures.isError)
    return (
      <ErrorState
        level={3}
        message={errorText(signatures.error, signatureFallbacks.fetch)}
        onRetry={() => void signatures.refetch()}
        isRetrying={signatures.isFetching}
      />
    )
  if (signatures.data.length === 0)
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState
          illustration="letter"
          level={3}
          title="No Signatures Yet"
          action={
            <Button icon={<Plus aria-hidden="true" />} onClick={onAdd}>
              Add your first signature
            </Button>
          }
        >
          A signature stands under every email of a campaign: your name, how to reach you, perhaps a logo.
        </EmptyState>
      </div>
    )
  return (
    <>
      <ul className="card-grid">
        {signatures.data.map((signature) => (
          <SignatureCard
            key={signature.id}
            signature={signature}
            onEdit={() => onEdit(signature)}
            onDelete={() => setLeaving(signature)}
            onSetDefault={() => setDefault(signature)}
          />
        ))}
      </ul>
      {leaving && <DeleteSignatureDialog signature={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
