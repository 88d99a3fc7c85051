import { type TrackingChoice, trackingFallbacks, trackingRoutes } from '@goldpan/contract/tracking'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'

/** The default for campaigns without a tracking setting of their own. */
export function TrackingCard() {
  const tracking = useTracking()
  return (
    <Card title="Tracking" description="Default for all campaigns. Some countries require consent.">
      {tracking.isPending && (
        <div role="status" aria-label="Loading the tracking settings">
          <SkeletonText lines={3} />
        </div>
      )}
      {tracking.isError && (
        <ErrorState
          level={3}
          message={errorText(tracking.error, trackingFallbacks.fetch)}
          onRetry={() => void tracking.refetch()}
          isRetrying={tracking.isFetching}
        />
      )}
      {tracking.data && <Choice choice={tracking.data} />}
    </Card>
  )
}

function Choice({ choice }: { choice: TrackingChoice }) {
  const set = useSetTracking()
  // The cache updates a moment after the click, and the switch would flicker until then.
  const [chosen, setChosen] = useState<TrackingChoice | null>(null)
  const shown = chosen ?? choice
  const choose = (next: TrackingChoice) => {
    setChosen(next)
    set.mutate(next, { onSettled: () => setChosen(null) })
  }
  return (
    <div className="flex max-w-[44rem] flex-col gap-4">
      <Switch
        label="Opens"
        help="A tiny image loads when the message is opened. Automatic loads are ignored."
        checked={shown.opens}
        onChange={(event) => choose({ ...shown, opens: event.target.checked })}
      />
      <Switch
        label="Clicks"
        help="Links are rewritten so that clicks can be counted."
        checked={shown.clicks}
        onChange={(event) => choose({ ...shown, clicks: event.target.checked })}
      />
    </div>
  )
}

const trackingQuery = queryOptions({ queryKey: ['tracking'], queryFn: () => call(trackingRoutes.getChoice) })

const useTracking = () => useQuery(trackingQuery)

/** Optimistic: restores the switch if the server refuses. */
function useSetTracking() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TrackingChoice) => call(trackingRoutes.setChoice, { body }),
    ...optimisticChange<TrackingChoice, TrackingChoice>(client, {
      keyOf: () => trackingQuery.queryKey,
      change: (_before, choice) => choice,
      onRefused: (error) => toast.error(errorText(error, trackingFallbacks.save)),
    }),
  })
}
