import type { Campaign } from '@goldpan/contract/campaigns'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import type { Sending } from '../../sending/sending.queries.ts'
import { sentText } from '../../sending/sent-text.ts'
import { ActivityPanel } from '../activity-panel.tsx'
import { useStepResults } from '../follow-ups/follow-ups.queries.ts'
import { LatestReplies } from '../replies-panel.tsx'
import { Checklist } from './checklist.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { NextSends } from './next-sends.tsx'
import { TimelineCard } from './timeline-card.tsx'

/** A draft's checklist; later the figures, the days, the next sends and the latest replies. */
export function Overview({ campaign, sending }: { campaign: Campaign; sending: Sending }) {
  const { id, counts, waiting, follow_ups } = campaign
  const results = useStepResults(id, follow_ups.steps > 0).data
  const isStarted = counts.sent + counts.failed > 0 || sending.isActive
  const unsent = counts.generated + Math.max(counts.pending, waiting)
  const hasDraft = campaign.status !== 'archived' && (!isStarted || (unsent > 0 && !sending.isActive))
  return (
    <>
      {hasDraft && <Checklist campaign={campaign} />}
      <FigureStrip campaign={campaign} />
      {isStarted && (
        <>
          {unsent === 0 && !sending.isActive && (
            <p className="text-ink-muted">
              {sentText(campaign, results?.due)}
              {follow_ups.held > 0 && (
                <>
                  {' '}
                  <Link to={paths.enrolled(id, { state: 'held' })} className="hyperlink">
                    Who is held
                  </Link>
                </>
              )}
            </p>
          )}
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <TimelineCard campaignId={id} />
            <div className="flex min-w-0 flex-col gap-4">
              <NextSends campaign={campaign} isSending={sending.isActive} results={results} />
              <ActivityPanel campaignId={id} />
            </div>
          </div>
          <LatestReplies campaignId={id} />
        </>
      )}
    </>
  )
}
