import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx'

const box = 'rounded-lg border border-line bg-surface p-4'

const Block = ({ height, lines }: { height: string; lines: number }) => (
  <div className={box} style={{ minHeight: height }}>
    <Skeleton width="30%" height="1rem" className="mb-5" />
    <SkeletonText lines={lines} />
  </div>
)

/** A campaign to come: its figures, and what stands beside each other below them. */
export const CampaignSkeleton = () => (
  <div role="status" aria-label="Loading the campaign" className="flex flex-col gap-6">
    <div className={`${box} grid grid-cols-2 gap-6 sm:grid-cols-7`}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((figure) => (
        <div key={figure} className="flex flex-col gap-2">
          <Skeleton width="80%" />
          <Skeleton width="2rem" height="1.25rem" />
        </div>
      ))}
    </div>
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Block height="24rem" lines={9} />
      <div className="flex flex-col gap-6">
        <Block height="10rem" lines={2} />
        <Block height="14rem" lines={4} />
      </div>
    </div>
  </div>
)
