import { type CampaignTracking, trackingFallbacks, trackingRoutes } from '@goldpan/contract/tracking'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'

/** Opens and clicks by people and by machines. */
export function ActivityPanel({ campaignId }: { campaignId: string }) {
  const activity = useActivity(campaignId)
  return (
    <Card title="Opens and clicks">
      <Fetched activity={activity}>{(data) => <Numbers activity={data} />}</Fetched>
    </Card>
  )
}

/** What is recorded for this campaign. */
export function TrackingPanel({ campaignId }: { campaignId: string }) {
  const activity = useActivity(campaignId)
  return (
    <Card title="Tracking">
      <Fetched activity={activity}>{(data) => <Choices campaignId={campaignId} activity={data} />}</Fetched>
    </Card>
  )
}

interface FetchedProps {
  activity: ReturnType<typeof useActivity>
  children: (activity: CampaignTracking) => ReactNode
}

function Fetched({ activity, children }: FetchedProps) {
  if (activity.data) return children(activity.data)
  if (activity.isPending)
    return (
      <div role="status" aria-label="Loading opens and clicks">
        <SkeletonText lines={3} />
      </div>
    )
  return (
    <ErrorState
      level={3}
      message={errorText(activity.error, trackingFallbacks.fetch)}
      onRetry={() => void activity.refetch()}
      isRetrying={activity.isFetching}
    />
  )
}

function Numbers({ activity: { opens, clicks, links } }: { activity: CampaignTracking }) {
  const words = ({ people, count, automatic }: CampaignTracking['opens'], noun: 'open' | 'click') => {
    if (count === 0 && automatic === 0) return `No ${noun}s yet`
    const ignored = automatic > 0 ? ` (${countOf(automatic, `automatic ${noun}`)} ignored)` : ''
    return `${countOf(people, 'person', 'people')} ${noun}ed${ignored}`
  }
  return (
    <div className="flex flex-col gap-1">
      <p>{words(opens, 'open')}</p>
      <p>{words(clicks, 'click')}</p>
      {links.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1 text-sm text-ink-muted">
          {links.map(({ url, people }) => (
            <li key={url} className="break-all">
              {url}: {countOf(people, 'person', 'people')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type TrackingKind = keyof CampaignTracking['choice']

const kinds: { kind: TrackingKind; label: string }[] = [
  { kind: 'opens', label: 'Track opens' },
  { kind: 'clicks', label: 'Track clicks' },
]

function Choices({ campaignId, activity }: { campaignId: string; activity: CampaignTracking }) {
  const set = useSetCampaignTracking(campaignId)
  const { account, choice } = activity
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
      {kinds.map(({ kind, label }) => (
        <Field key={kind} label={label}>
          <Select
            options={[
              { value: '', label: `Default (${account[kind] ? 'on' : 'off'})` },
              { value: 'on', label: 'On' },
              { value: 'off', label: 'Off' },
            ]}
            value={choice[kind] === null ? '' : choice[kind] ? 'on' : 'off'}
            onChange={(event) =>
              set.mutate({ ...choice, [kind]: event.target.value ? event.target.value === 'on' : null })
            }
          />
        </Field>
      ))}
    </div>
  )
}

const keyOf = (id: string) => ['campaign', id, 'tracking'] as const

const useActivity = (id: string) =>
  useQuery({ queryKey: keyOf(id), queryFn: () => call(trackingRoutes.getCampaign, { params: { id } }) })

type Choice = CampaignTracking['choice']

/** Optimistic: restores the choice if the server refuses. */
function useSetCampaignTracking(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Choice) => call(trackingRoutes.setCampaign, { params: { id }, body }),
    ...optimisticChange<CampaignTracking, Choice>(client, {
      keyOf: () => keyOf(id),
      change: (activity, choice) => ({ ...activity, choice }),
      onRefused: (error) => toast.error(errorText(error, trackingFallbacks.save)),
    }),
    onSuccess: (saved) => {
      client.setQueryData(keyOf(id), saved)
      toast.success('Saved')
    },
  })
}
