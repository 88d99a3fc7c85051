import { trackingFallbacks } from '@goldpan/contract/tracking'
import { errorText } from '../../lib/error-text.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useSetTracking, useTracking } from './tracking.queries.ts'

/** What is recorded of the people who are written to, for all campaigns that do not differ. */
export function TrackingCard() {
  const tracking = useTracking()
  const set = useSetTracking()
  return (
    <Card
      title="What is recorded"
      description="Holds for all campaigns that choose nothing else, and for messages sent before. In some countries people have to agree first."
    >
      {tracking.isPending && (
        <div role="status" aria-label="Loading what is recorded">
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
      {tracking.data && (
        <div className="flex max-w-[44rem] flex-col gap-4">
          <Switch
            label="Opens"
            help="A tiny picture in the message tells that it was opened. Mail programs that fetch pictures by themselves are told apart."
            checked={tracking.data.opens}
            onChange={(event) => set.mutate({ ...tracking.data, opens: event.target.checked })}
          />
          <Switch
            label="Clicks"
            help="Links lead over this installation, which notes that they were followed. Off, they stay as you wrote them."
            checked={tracking.data.clicks}
            onChange={(event) => set.mutate({ ...tracking.data, clicks: event.target.checked })}
          />
        </div>
      )}
    </Card>
  )
}
