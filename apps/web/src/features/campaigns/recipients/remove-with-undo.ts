import type { CampaignProspect } from '@goldpan/contract/campaigns'
import { isolated } from '../../../ui/isolated.ts'
import { toast } from '../../../ui/toast.ts'
import { useRemoveProspect, useRestoreProspect } from './recipients.queries.ts'

/** Takes somebody out of a campaign at once. Undo brings back whoever was only planned. */
export function useRemoveWithUndo(campaignId: string): (recipient: CampaignProspect) => void {
  const restore = useRestoreProspect(campaignId)
  const remove = useRemoveProspect(campaignId, (recipient) => {
    const { name, prospect_id: prospectId, sent_at, is_edited, email_status } = recipient
    const canUndo = prospectId !== null && sent_at === null && !is_edited
    const undo = () => prospectId && restore.mutate({ prospectId, isWritten: email_status === 'generated' })
    toast.success(`${isolated(name)} is out of this campaign`, {
      action: canUndo ? { label: 'Undo', onClick: undo } : undefined,
    })
  })
  return remove.mutate
}
