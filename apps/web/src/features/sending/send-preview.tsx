import { EXAMPLE_ADDRESS_CHECK } from '@goldpan/contract/sender-identity'
import type { SendCheck, SendPreview } from '@goldpan/contract/sending-care'
import { ChevronRight } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatTime, formatUtcDay, formatWeekday } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { AddressLink } from './address-dialog.tsx'

const MailboxDays = lazy(async () => ({ default: (await import('./mailbox-days.tsx')).MailboxDays }))
const SendPlan = lazy(async () => ({ default: (await import('./send-plan.tsx')).SendPlan }))

const DAYS_SHOWN = 7

interface SendPreviewDetailsProps {
  preview: SendPreview
  /** Whose plan can be looked at. Null for a further round, which the plan doesn't know. */
  campaignId: string | null
}

/** Recipients, days, cost, and who is skipped and why. */
export function SendPreviewDetails({ preview, campaignId }: SendPreviewDetailsProps) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      {preview.hold && <Banner kind="warning">{preview.hold}</Banner>}
      <dl className="flex flex-col gap-3">
        <Row name="From">
          {preview.mailboxes.length === 0 ? (
            <>
              {preview.sender.name}{' '}
              <span className="inline-block max-w-full">{`<${preview.sender.address}>`}</span>
            </>
          ) : (
            <Suspense fallback={<SkeletonText lines={preview.mailboxes.length} />}>
              <MailboxDays mailboxes={preview.mailboxes} />
            </Suspense>
          )}
        </Row>
        <Row name="When">
          <Calendar preview={preview} />
          {campaignId && preview.recipients > 0 && (
            <WhoAndWhen campaignId={campaignId} timeZone={preview.time_zone} />
          )}
        </Row>
        {preview.steps.length > 0 && (
          <Row name="Follow-ups">
            <FollowUpDays steps={preview.steps} />
          </Row>
        )}
        <Row name="Cost">
          {costText(preview.cost)}
          {preview.steps.length > 0 && (
            <span className="block text-ink-muted">{preview.cost_at_most.sentence}</span>
          )}
          {preview.uncovered && (
            <span className="mt-1 block">
              <Badge colour="yellow">Please look</Badge> {uncoveredText(preview.uncovered)}
            </span>
          )}
        </Row>
        {preview.skipped.length > 0 && (
          <Row name="Skipped">
            <ul className="flex flex-col gap-1">
              {preview.skipped.map(({ reason, count, emails }) => (
                <li key={reason}>
                  {reason}: {count.toLocaleString()}
                  {emails.length > 0 && (
                    <span className="block break-words text-ink-muted">
                      {emails.slice(0, 3).join(', ')}
                      {count > 3 && ` and ${(count - 3).toLocaleString()} more`}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Row>
        )}
        {preview.checks.length > 0 && (
          <Row name="Checks">
            <Checks checks={preview.checks} />
          </Row>
        )}
      </dl>
      {preview.pace.length > 0 && (
        <p className="text-ink-muted">
          {preview.pace.join(' ')}{' '}
          <Link to={paths.sendingPace} className="hyperlink">
            Change this
          </Link>
        </p>
      )}
    </div>
  )
}

/** The plan of every message, loaded when it is asked for. */
function WhoAndWhen({ campaignId, timeZone }: { campaignId: string; timeZone: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-2 flex flex-col gap-3">
      <Button
        size="sm"
        className="self-start"
        aria-expanded={isOpen}
        icon={<ChevronRight aria-hidden="true" className={isOpen ? 'rotate-90' : 'rtl:-scale-x-100'} />}
        onClick={() => setOpen(!isOpen)}
      >
        Who, when
      </Button>
      {isOpen && (
        <Suspense fallback={<SkeletonText lines={6} />}>
          <SendPlan campaignId={campaignId} timeZone={timeZone} />
        </Suspense>
      )}
    </div>
  )
}

/** The checks of a message, by what they are about. */
const subjects: readonly [name: string, lines: readonly string[]][] = [
  ['format', ['headers', 'envelope']],
  ['signature', ['signature', 'name']],
  ['unsubscribe link', ['unsubscribe']],
  ['placeholders', ['text', 'html']],
]

/** 'Format, signature, unsubscribe link, placeholders: OK'. */
function passedText(fine: readonly SendCheck[]): string {
  const lines = new Set(fine.map(({ line }) => line))
  const names = subjects.flatMap(([name, own]) => (own.every((line) => lines.has(line)) ? [name] : []))
  if (names.length === 0) return `${countOf(fine.length, 'check')} passed`
  const text = names.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}: OK`
}

/** Failed checks are shown at once; passed ones are behind a disclosure. */
function Checks({ checks }: { checks: SendCheck[] }) {
  const having = (...states: SendCheck['state'][]) => checks.filter(({ state }) => states.includes(state))
  const [odd, fine, unseen] = [having('look', 'blocked'), having('ok'), having('unseen')]
  return (
    <div className="flex flex-col gap-1.5">
      {odd.map(({ line, state, sentence }) => (
        <p key={line}>
          <Badge colour={state === 'blocked' ? 'red' : 'yellow'}>
            {state === 'blocked' ? 'Not sent' : 'Please look'}
          </Badge>{' '}
          {sentence} {line === EXAMPLE_ADDRESS_CHECK && <AddressLink>Add it</AddressLink>}
        </p>
      ))}
      {fine.length + unseen.length > 0 && (
        <Disclosure
          summary={
            <span>
              {fine.length > 0 && passedText(fine)}
              {fine.length > 0 && unseen.length > 0 && '. '}
              {unseen.length > 0 && `${countOf(unseen.length, 'check')} can't be made here`}
            </span>
          }
        >
          <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5 text-ink-muted">
            {[...unseen, ...fine].map(({ line, sentence }) => (
              <li key={line}>{sentence}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[5rem_minmax(0,1fr)]">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </div>
  )
}

/** One line per day, with a bar for its number of messages. */
function Calendar({ preview: { days, time_zone } }: { preview: SendPreview }) {
  const [only] = days
  if (!only) return <>Nothing would be sent.</>
  if (days.length === 1 && only.from === only.to) return <>At once.</>
  const most = Math.max(...days.map(({ messages }) => messages))
  const hidden = days.slice(DAYS_SHOWN)
  return (
    <div className="flex flex-col gap-1.5">
      <ol className="flex flex-col gap-1.5">
        {days.slice(0, DAYS_SHOWN).map(({ day, messages, from, to }) => (
          <li key={from} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <span>
              {dayText(day)}, {timeSpan(from, to, time_zone)}
            </span>
            <span className="tabular-nums">{countOf(messages, 'email')}</span>
            <span aria-hidden="true" className="col-span-2 h-1.5 rounded-full bg-hover">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${Math.max(3, (messages / most) * 100)}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
      {hidden.length > 0 && (
        <p className="text-ink-muted">
          and {countOf(hidden.length, 'more day')}, until {dayText(hidden.at(-1)?.day ?? '')}
        </p>
      )}
    </div>
  )
}

/** One line per follow-up, with the days on which it leaves if nobody answers. */
const FollowUpDays = ({ steps }: { steps: SendPreview['steps'] }) => (
  <ol className="flex flex-col gap-1.5">
    {steps.map(({ position, recipients_at_most, days }) => (
      <li key={position} className="flex items-baseline justify-between gap-x-3">
        <span>
          Follow-up {position}: {daySpan(days)}
        </span>
        <span className="whitespace-nowrap tabular-nums">at most {countOf(recipients_at_most, 'email')}</span>
      </li>
    ))}
  </ol>
)

function daySpan(days: SendPreview['days']): string {
  const first = dayText(days[0]?.day ?? '')
  const last = dayText(days.at(-1)?.day ?? '')
  return first === last ? first : `${first} to ${last}`
}

const dayText = (day: string) => (day ? formatWeekday(day) : '')

function timeSpan(from: string, to: string, timeZone: string): string {
  const [first, last] = [formatTime(from, timeZone), formatTime(to, timeZone)]
  return first === last ? `at ${first}` : `${first} to about ${last}`
}

const uncoveredText = ({ follow_ups, until }: NonNullable<SendPreview['uncovered']>) =>
  `If nobody answers, ${countOf(follow_ups, 'follow-up')} will wait until ${formatUtcDay(until)}: your allowance and tokens for this month don't cover ${follow_ups === 1 ? 'it' : 'them'}.`

function costText({ allowance, tokens, missing }: SendPreview['cost']): string {
  const paid = [
    allowance > 0 || tokens === 0 ? `${allowance.toLocaleString()} of your monthly allowance` : null,
    tokens > 0 ? countOf(tokens, 'token') : null,
  ]
  const text = paid.filter(Boolean).join(' and ')
  return missing > 0
    ? `${text}. ${countOf(missing, 'email')} can't be paid for: neither allowance nor tokens are left.`
    : text
}
