import type { Signature } from '@goldpan/contract/signatures'
import { countOf } from '../../lib/counts.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { isolated } from '../../ui/isolated.ts'
import { useDeleteSignature, useSignatureCampaigns } from './signatures.queries.ts'

/** Says what the deletion changes before it is done. */
export function DeleteSignatureDialog({ signature, onClose }: { signature: Signature; onClose: () => void }) {
  const campaigns = useSignatureCampaigns(signature.id)
  const remove = useDeleteSignature()
  return (
    <DeleteDialog
      open
      title="Delete Signature"
      message={`Are you sure you want to delete '${isolated(signature.name)}'? This action cannot be undone.`}
      onCancel={onClose}
      onDelete={() => {
        remove.mutate(signature)
        onClose()
      }}
    >
      {campaigns.data ? (
        <p className="text-sm font-medium text-warning-ink">
          {countOf(campaigns.data, 'campaign uses', 'campaigns use')} it. What is still to be sent there will
          go out without a signature until you choose another one.
        </p>
      ) : null}
    </DeleteDialog>
  )
}
