import { type Signature, signatureFallbacks } from '@goldpan/contract/signatures'
import { Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { formatDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import {
  useDeleteSignature,
  useSetDefaultSignature,
  useSignatureCampaigns,
  useSignatures,
} from './signatures.queries.ts'

interface SignatureListProps {
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
          title="No signatures yet"
          action={
            <Button icon={<Plus aria-hidden="true" />} onClick={onAdd}>
              Add your first signature
            </Button>
          }
        >
          A signature is added to every campaign email: your name, how to reach you, perhaps a logo.
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

interface SignatureCardProps {
  signature: Signature
  onEdit: () => void
  onDelete: () => void
  onSetDefault: () => void
}

function SignatureCard(props: SignatureCardProps) {
  const { signature, onEdit, onDelete, onSetDefault } = props
  const { name, content, is_default, updated_at } = signature
  return (
    <Card
      as="li"
      level={3}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {is_default && <Badge colour="green">Default</Badge>}
        </span>
      }
      description={`Changed ${formatDay(updated_at)}`}
      actions={
        <>
          <IconButton
            label={`Edit ${isolated(name)}`}
            icon={<Pencil aria-hidden="true" />}
            onClick={onEdit}
          />
          <IconButton
            label={`Delete ${isolated(name)}`}
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onClick={onDelete}
          />
        </>
      }
      footer={
        !is_default && (
          <Button size="sm" variant="ghost" icon={<Star aria-hidden="true" />} onClick={onSetDefault}>
            Set as default
          </Button>
        )
      }
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={`Preview of ${isolated(name)}`}
        className="max-h-48 overflow-y-auto rounded-md border border-line"
      >
        <SanitizedHtml html={content} className="p-3" />
      </section>
    </Card>
  )
}

/** Says how many campaigns use the signature before it is deleted. */
function DeleteSignatureDialog({ signature, onClose }: { signature: Signature; onClose: () => void }) {
  const campaigns = useSignatureCampaigns(signature.id)
  const remove = useDeleteSignature()
  return (
    <DeleteDialog
      open
      title="Delete signature"
      message={`Are you sure you want to delete '${isolated(signature.name)}'? This action cannot be undone.`}
      onCancel={onClose}
      onDelete={() => {
        remove.mutate(signature)
        onClose()
      }}
    >
      {campaigns.data ? (
        <p className="text-sm font-medium text-warning-ink">
          {countOf(campaigns.data, 'campaign uses', 'campaigns use')} it. Their unsent emails go out without a
          signature until you choose another one.
        </p>
      ) : null}
    </DeleteDialog>
  )
}
