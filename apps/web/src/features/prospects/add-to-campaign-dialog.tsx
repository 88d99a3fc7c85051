import { campaignFallbacks, campaignRoutes } from '@goldpan/contract/campaigns'
import type { ProspectSelection } from '@goldpan/contract/prospects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { campaignKey, campaignsKey } from '../../lib/campaign-cache.ts'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'

interface AddToCampaignDialogProps {
  selection: ProspectSelection
  count: number
  onClose: () => void
  onAdded?: () => void
}

/** Attaches prospects to a campaign that isn't archived. */
export function AddToCampaignDialog({ selection, count, onClose, onAdded }: AddToCampaignDialogProps) {
  const campaigns = useQuery({ queryKey: campaignsKey, queryFn: () => call(campaignRoutes.list) })
  const open = campaigns.data?.filter(({ status }) => status !== 'archived')
  const [chosen, setChosen] = useState<string>()
  const [error, setError] = useState<string>()
  const id = chosen ?? open?.[0]?.id
  const add = useAdd()
  const navigate = useNavigate()

  async function submit() {
    if (!id) return
    setError(undefined)
    try {
      const { message } = await add.mutateAsync({ id, selection })
      toast.success(message, {
        action: { label: 'Open campaign', onClick: () => navigate(paths.campaign(id)) },
        duration: 10_000,
      })
      onAdded?.()
      onClose()
    } catch (failure) {
      setError(errorText(failure, campaignFallbacks.addProspects))
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Add to campaign"
      description={countOf(count, 'prospect')}
      locked={add.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      footer={id && <DialogActions busy={add.isPending && 'Adding…'}>Add to campaign</DialogActions>}
    >
      {campaigns.isPending ? (
        <SkeletonText lines={2} />
      ) : campaigns.isError ? (
        <ErrorState
          level={3}
          message={errorText(campaigns.error, campaignFallbacks.fetchAll)}
          onRetry={campaigns.refetch}
          isRetrying={campaigns.isFetching}
        />
      ) : id ? (
        <Field label="Campaign" error={error}>
          <Select
            options={(open ?? []).map((campaign) => ({ value: campaign.id, label: campaign.name }))}
            value={id}
            onChange={(event) => setChosen(event.target.value)}
          />
        </Field>
      ) : (
        <EmptyState
          level={3}
          illustration="letter"
          title="No campaigns yet"
          action={
            <Link to={paths.newCampaign} className={buttonClass('primary')}>
              New campaign
            </Link>
          }
        >
          Create one first, then add prospects to it.
        </EmptyState>
      )}
    </Dialog>
  )
}

function useAdd() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, selection }: { id: string; selection: ProspectSelection }) => {
      const body = 'ids' in selection ? { prospects: selection.ids } : { matching: selection }
      return call(campaignRoutes.addProspects, { params: { id }, body })
    },
    onSuccess: (_, { id }) =>
      Promise.all([campaignsKey, campaignKey(id)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
