import type { Campaign } from '@goldpan/contract/campaigns'
import {
  STEPS_MAX,
  type Step,
  type StepList,
  type StepResults,
  type StopReason,
} from '@goldpan/contract/follow-ups'
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { StatRow, StatTile } from '../../../ui/stat-tile.tsx'
import { PlaceholderText } from '../template/placeholders.tsx'
import { FollowUpRules } from './follow-up-rules.tsx'
import { useDeleteStep, useOrderSteps, useStepResults, useSteps } from './follow-ups.queries.ts'

const FollowUpEditor = lazy(async () => ({
  default: (await import('./follow-up-editor.tsx')).FollowUpEditor,
}))

const stopSentences = {
  business: 'They stop as soon as the person or somebody at the same business answers.',
  person: 'They stop as soon as the person answers.',
} satisfies Record<StepList['stop_scope'], string>

/** The follow-ups in order, each with its text and figures. */
export function FollowUpsCard({ campaign }: { campaign: Campaign }) {
  const { id } = campaign
  const list = useSteps(id)
  const results = useStepResults(id)
  const order = useOrderSteps(id)
  const remove = useDeleteStep(id)
  const [edited, setEdited] = useState<Step | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Step | null>(null)
  const isArchived = campaign.status === 'archived'
  const steps = list.data?.steps ?? []

  const move = (from: number, by: number) => {
    const ids = steps.map((step) => step.id)
    ids.splice(from + by, 0, ...ids.splice(from, 1))
    order.mutate(ids)
  }

  return (
    <Card
      title="Follow-ups"
      description={stopSentences[list.data?.stop_scope ?? 'business']}
      actions={
        !isArchived &&
        list.data &&
        steps.length < STEPS_MAX && (
          <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setEdited('new')}>
            Add Follow-up
          </Button>
        )
      }
      footer={
        list.data &&
        steps.length > 0 && (
          <div className="flex flex-col gap-3">
            <StoppedPeople campaignId={id} stopped={results.data?.stopped ?? []} />
            {!isArchived && <FollowUpRules campaignId={id} list={list.data} />}
          </div>
        )
      }
    >
      {list.isPending ? (
        <SkeletonText lines={3} />
      ) : list.isError && !list.data ? (
        <ErrorState
          level={3}
          message={errorText(list.error, 'Failed to fetch the follow-ups')}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : steps.length === 0 ? (
        <p className="text-ink-muted">No follow-ups yet</p>
      ) : (
        <ol aria-label="Follow-ups" className="flex flex-col divide-y divide-line">
          {steps.map((step, index) => (
            <li key={step.id} className="flex min-w-0 flex-col gap-2 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="text-sm font-semibold">Follow-up {step.position}</h3>
                <p className="text-sm text-ink-muted">{waitText(step)}</p>
                {!isArchived && (
                  <div className="ms-auto flex">
                    <IconButton
                      label={`Move up follow-up ${step.position}`}
                      icon={<ArrowUp aria-hidden="true" />}
                      disabled={index === 0 || order.isPending}
                      onClick={() => move(index, -1)}
                    />
                    <IconButton
                      label={`Move down follow-up ${step.position}`}
                      icon={<ArrowDown aria-hidden="true" />}
                      disabled={index === steps.length - 1 || order.isPending}
                      onClick={() => move(index, 1)}
                    />
                    <IconButton
                      label={`Edit follow-up ${step.position}`}
                      icon={<Pencil aria-hidden="true" />}
                      onClick={() => setEdited(step)}
                    />
                    <IconButton
                      label={`Delete follow-up ${step.position}`}
                      tone="danger"
                      icon={<Trash2 aria-hidden="true" />}
                      onClick={() => setLeaving(step)}
                    />
                  </div>
                )}
              </div>
              <p className="max-w-[72ch] empty:hidden">
                <Subject step={step} steps={steps} first={campaign.email_subject} />
              </p>
              <div className="max-w-[72ch]">
                <PlaceholderText>{step.body}</PlaceholderText>
              </div>
              <StepFigures step={step} results={results.data} />
              <WaitingPeople campaignId={id} step={step} results={results.data} />
            </li>
          ))}
        </ol>
      )}
      {edited && list.data && (
        <Suspense fallback={null}>
          <FollowUpEditor
            campaignId={id}
            step={edited === 'new' ? null : edited}
            position={edited === 'new' ? steps.length + 1 : edited.position}
            finished={list.data.finished}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {leaving && (
        <DeleteDialog
          open
          title="Delete follow-up"
          message={`Are you sure you want to delete follow-up ${leaving.position}? People who wait for it get the next one instead.`}
          onCancel={() => setLeaving(null)}
          onDelete={() => remove.mutateAsync(leaving.id).finally(() => setLeaving(null))}
        />
      )}
    </Card>
  )
}

/** In the same thread 'Re: ' and the subject that began it. */
function Subject({ step, steps, first }: { step: Step; steps: readonly Step[]; first: string | null }) {
  const start = steps.findLast(({ position, subject }) => position < step.position && subject)
  const thread = start?.subject ?? first
  if (!step.subject && !thread) return null
  const reply = thread && /^re:/i.test(thread) ? thread : `Re: ${thread}`
  return (
    <>
      <span className="text-sm text-ink-muted">Subject: </span>
      <strong className="font-semibold">
        <PlaceholderText>{step.subject ?? reply}</PlaceholderText>
      </strong>
    </>
  )
}

/** 'After 3 working days, in the same thread'. */
function waitText({ wait_days, wait_in, thread }: Step): string {
  const wait = countOf(wait_days, wait_in === 'working_days' ? 'working day' : 'day')
  return `After ${wait}, ${thread === 'same' ? 'in the same thread' : 'with a new subject'}`
}

const figures = [
  ['sent', 'Sent'],
  ['opened', 'Opened'],
  ['replied', 'Replied'],
  ['bounced', 'Bounced'],
] as const

/** Dashes until the figures are there. */
function StepFigures({ step, results }: { step: Step; results: StepResults | undefined }) {
  const own = results?.steps.find(({ step_id }) => step_id === step.id)
  return (
    <StatRow label={`Figures of follow-up ${step.position}`}>
      {figures.map(([key, label]) => (
        <StatTile key={key} label={label} value={own ? own[key].toLocaleString() : '–'} />
      ))}
    </StatRow>
  )
}

interface WaitingPeopleProps {
  campaignId: string
  step: Step
  results: StepResults | undefined
}

/** '12 waiting, 3 held', a link to them. */
function WaitingPeople({ campaignId, step, results }: WaitingPeopleProps) {
  const own = results?.steps.find(({ step_id }) => step_id === step.id)
  const waiting = own ? own.waiting + own.queued : 0
  const words = [waiting > 0 && `${waiting.toLocaleString()} waiting`, own?.held && `${own.held} held`]
  const shown = words.filter(Boolean).join(', ')
  if (!shown) return null
  return (
    <p className="text-sm">
      <Link to={paths.enrolled(campaignId, { step: step.position })} className="hyperlink">
        {shown}
      </Link>
    </p>
  )
}

const reasons: Record<StopReason, string> = {
  replied: 'replied',
  colleague_replied: 'had a colleague who replied',
  stop_word: 'asked for no more',
  unsubscribed: 'unsubscribed',
  complained: 'marked it as spam',
  bounced: 'bounced',
  suppressed: 'on the do-not-contact list',
  converted: 'converted',
  rejected: 'rejected',
  left_company: 'no longer there',
  address_changed: 'changed address',
  step_failed: 'failed',
  removed: 'removed',
  archived: 'archived',
  campaign_ended: 'when the campaign ended',
  manual: 'by hand',
}

/** 'Stopped: 3 replied, 1 unsubscribed'. */
function StoppedPeople({ campaignId, stopped }: { campaignId: string; stopped: StepResults['stopped'] }) {
  if (stopped.length === 0) return null
  const words = stopped.map(({ reason, count }) => `${count.toLocaleString()} ${reasons[reason]}`)
  return (
    <p className="text-sm text-ink-muted">
      <Link to={paths.enrolled(campaignId, { state: 'stopped' })} className="hyperlink">
        Stopped
      </Link>
      : {words.join(', ')}
    </p>
  )
}
