import type { Campaign, CampaignCounts } from '@goldpan/contract/campaigns'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatRow, StatTile } from '../../../ui/stat-tile.tsx'
import { emailsText } from '../emails-text.ts'

interface Figure {
  key: keyof CampaignCounts
  label: string
  /** What the rate is of. */
  over?: 'total' | 'sent' | 'delivered'
  /** The bar under the figure. */
  bar?: string
}

const figures: readonly Figure[] = [
  { key: 'total', label: 'Prospects' },
  { key: 'generated', label: 'Ready to send' },
  { key: 'sent', label: 'Sent', over: 'total', bar: 'bg-(--chart-1)' },
  { key: 'delivered', label: 'Delivered', over: 'sent', bar: 'bg-(--chart-1)' },
  { key: 'opened', label: 'Opened', over: 'delivered', bar: 'bg-(--chart-2)' },
  { key: 'clicked', label: 'Clicked', over: 'delivered', bar: 'bg-(--chart-2)' },
  { key: 'responded', label: 'Replied', over: 'delivered', bar: 'bg-(--chart-3)' },
  { key: 'bounced', label: 'Bounced', over: 'sent' },
  { key: 'unsubscribed', label: 'Unsubscribed', over: 'delivered' },
  { key: 'failed', label: 'Failed' },
]

const LABEL = 'Figures of the campaign'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** The campaign's figures side by side, with their rates. They are of people; 'Sent' also says how many emails these got. */
export function FigureStrip({ campaign }: { campaign: Campaign }) {
  const { counts } = campaign
  const notes = [counts.unconfirmed > 0 && `of which ${counts.unconfirmed} unconfirmed`, emailsText(campaign)]
  // Once nothing waits to be sent, 'Ready to send' says nothing.
  const shown = figures.filter(({ key }) => key !== 'generated' || counts.generated > 0 || counts.sent === 0)
  return (
    <StatRow label={LABEL}>
      {shown.map(({ key, label, over, bar }) => {
        const value = counts[key]
        const whole = over ? counts[over] : 0
        const rate = whole > 0 ? value / whole : null
        return (
          <StatTile
            key={key}
            label={label}
            value={
              <>
                {value.toLocaleString()}
                {rate !== null && value > 0 && over !== 'total' && (
                  <span title={`of ${over}`} className="ms-1.5 text-xs font-normal text-ink-muted">
                    {percent.format(rate)}
                  </span>
                )}
              </>
            }
            hint={
              <Below rate={bar && counts.sent > 0 ? rate : null} bar={bar}>
                {key === 'sent' &&
                  notes.map(
                    (note) =>
                      note && (
                        <span key={note} className="mt-1 block text-xs">
                          {note}
                        </span>
                      ),
                  )}
              </Below>
            }
          />
        )
      })}
    </StatRow>
  )
}

function Below(props: { rate: number | null; bar: string | undefined; children: ReactNode }) {
  const { rate, bar, children } = props
  return (
    <>
      {rate !== null && (
        <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-sunken">
          <span
            className={clsx('block h-full rounded-full', bar)}
            style={{ width: `${Math.min(100, rate * 100)}%` }}
          />
        </span>
      )}
      {children}
    </>
  )
}

export const FigureSkeleton = () => (
  <StatRow label={LABEL}>
    {figures.map(({ key, label }) => (
      <StatTile key={key} label={label} value={<Skeleton width="2rem" height="1.25rem" className="my-1" />} />
    ))}
  </StatRow>
)
