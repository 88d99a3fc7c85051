import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import {
  SkeletonCard,
  SkeletonCards,
  SkeletonFields,
  SkeletonList,
  SkeletonText,
} from '../../ui/skeleton.tsx'
import { LoadingScreen } from '../../ui/spinner.tsx'

export function StateSamples() {
  return (
    <Card title="States">
      <div className="grid gap-4 sm:grid-cols-2">
        <EmptyState
          illustration="pan"
          title="No Saved Tables"
          action={<Button variant="primary">New Search</Button>}
        >
          Save a search to keep its businesses here.
        </EmptyState>
        <EmptyState illustration="stream" title="No jobs yet">
          Gather prospects to see them run here.
        </EmptyState>
        <EmptyState illustration="letter" title="No Campaigns Yet" action={<Button>New Campaign</Button>} />
        <NotFoundState
          title="Table Not Found"
          message="This table may have been deleted"
          action={<Button>Back to Tables</Button>}
        />
        <ErrorState message="Failed to fetch tables" onRetry={() => undefined} />
        <ErrorState message="Failed to fetch tables" onRetry={() => undefined} isRetrying />
        <SkeletonText lines={4} />
        <LoadingScreen />
        <div className="sm:col-span-2">
          <SkeletonCards count={3} />
          <SkeletonList count={2} />
          <SkeletonCard>
            <SkeletonFields count={2} />
          </SkeletonCard>
        </div>
      </div>
    </Card>
  )
}
