import { Skeleton, SkeletonCard } from '../../ui/skeleton.tsx'
import { StatRow, StatTile } from '../../ui/stat-tile.tsx'
import { figureLabels } from './stat-tiles.tsx'

/** A campaign to come: its figures, and what stands beside each other below them. */
export const CampaignSkeleton = () => (
  <div role="status" aria-label="Loading the campaign" className="flex flex-col gap-6">
    <StatRow label="Figures of the campaign">
      {figureLabels.map((label) => (
        <StatTile
          key={label}
          label={label}
          value={<Skeleton width="2rem" height="1.25rem" className="my-1" />}
        />
      ))}
    </StatRow>
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-6">
        <SkeletonCard height="18.5rem">
          <Skeleton height="13.75rem" />
        </SkeletonCard>
        <SkeletonCard height="24rem" lines={9} />
      </div>
      <div className="flex flex-col gap-6">
        <SkeletonCard height="12rem" lines={3} />
        <SkeletonCard height="15rem" lines={4} />
      </div>
    </div>
  </div>
)

/** What can be done with a campaign to come. */
export const campaignButtons = {
  secondary: <Skeleton width="8.5rem" height="var(--control)" />,
  action: <Skeleton width="8.5rem" height="var(--control)" className="max-sm:w-full!" />,
}
