import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { isolated } from '../../ui/isolated.ts'
import { useDeleteCampaign } from './campaigns.queries.ts'

export interface DeleteCampaignDialogProps {
  campaign: { id: string; name: string }
  onClose: () => void
  onDeleted?: () => void
}

export function DeleteCampaignDialog({ campaign, onClose, onDeleted }: DeleteCampaignDialogProps) {
  const remove = useDeleteCampaign()
  return (
    <DeleteDialog
      open
      title="Delete campaign"
      message={`Are you sure you want to delete '${isolated(campaign.name)}'? Its emails and figures go with it.`}
      onCancel={onClose}
      onDelete={() => {
        remove.mutate(campaign)
        onClose()
        onDeleted?.()
      }}
    />
  )
}
