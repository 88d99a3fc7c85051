import { randomUUID } from 'node:crypto'
import { type OwnMailbox, readingSentences } from '@goldpan/contract/own-mailboxes'
import type { mailboxes } from '../../db/schema.ts'
import type { MailboxFailure, MailboxPresets } from '../../providers/mailboxes/port.ts'

export type MailboxRow = typeof mailboxes.$inferSelect

/** In a row. */
const FAILURES_UNTIL_FAILING = 3
/** The last one repeats. */
const TRIES_AFTER_MINUTES = [1, 2, 4, 8, 16, 30] as const

type Recorded = Pick<MailboxRow, 'state' | 'failures' | 'reading_failures' | 'failing_since'>

/** Reading and sending fail apart: a mailbox that can be read may be unable to send. */
export type MailboxUse = 'sending' | 'reading'

/** The state after a failure. Failures of sign-in wait for a person, all others are tried again. */
export function afterFailure(row: Recorded, failure: MailboxFailure, use: MailboxUse, now: Date) {
  if (failure.kind === 'login')
    return {
      state: 'needs_login' as const,
      failure: failure.sentence,
      failures: 0,
      reading_failures: 0,
      failing_since: null,
      next_try_at: null,
    }
  const before = use === 'sending' ? row.failures : row.reading_failures
  // Tests of one that fails count on, whichever use they find broken.
  const count = (row.state === 'failing' ? Math.max(row.failures, row.reading_failures) : before) + 1
  const isFailing = row.state === 'failing' || count >= FAILURES_UNTIL_FAILING
  return {
    state: isFailing ? ('failing' as const) : row.state,
    failure: failure.sentence,
    ...(use === 'sending' ? { failures: count } : { reading_failures: count }),
    failing_since: row.state === 'failing' ? row.failing_since : now.toISOString(),
    next_try_at: isFailing ? nextTry(count, now).toISOString() : null,
  }
}

function nextTry(failures: number, now: Date): Date {
  const tried = Math.max(0, failures - FAILURES_UNTIL_FAILING)
  const minutes = TRIES_AFTER_MINUTES[tried] ?? TRIES_AFTER_MINUTES.at(-1)!
  return new Date(now.getTime() + minutes * 60_000)
}

/** The state once a use worked. Only a test of both uses ends the state of a mailbox that fails. */
export function afterSuccess(row: Recorded, use: MailboxUse) {
  const failures = use === 'sending' ? 0 : row.failures
  const reading_failures = use === 'reading' ? 0 : row.reading_failures
  if (row.state === 'failing') return { failures, reading_failures }
  return failures + reading_failures === 0 ? WORKING : { failures, reading_failures }
}

/** A mailbox that works. */
export const WORKING = {
  state: 'connected',
  failure: null,
  failures: 0,
  reading_failures: 0,
  failing_since: null,
  next_try_at: null,
  told_at: null,
} as const

/** The columns of a mailbox that was just connected, also of one that comes back. A provider's hold stays. */
export const newRow = (person: string, now: string) => ({
  ...WORKING,
  grant_id: randomUUID(),
  checked_at: now,
  refreshing_until: null,
  connected_by: person,
  connected_at: now,
  updated_at: now,
})

/** The name of a mailbox's provider, or of its server. */
export function providerName(
  { kind, provider, smtp }: Pick<MailboxRow, 'kind' | 'provider' | 'smtp'>,
  presets: Pick<MailboxPresets, 'find'>,
): string {
  if (kind !== 'password') return kind === 'google' ? 'Gmail' : 'Microsoft 365'
  return (provider && presets.find(provider)?.name) || smtp?.host || 'The provider'
}

type Shown = Pick<
  MailboxRow,
  'address' | 'state' | 'failing_since' | 'held_until' | 'reads' | 'kind' | 'smtp'
>

/** Says what is wrong and what to do. Empty if nothing is wrong. */
export function sentenceOf(
  row: Shown,
  { time_zone, now, provider }: { time_zone: string; now: Date; provider: string },
): OwnMailbox['sentence'] {
  const { address, state, failing_since, held_until, reads } = row
  if (state === 'needs_login') return needsLogin(address)
  if (state === 'failing')
    return `${address} could not be reached since ${timeOf(failing_since ?? now, time_zone)}. It is tried again by itself.`
  if (state === 'off') return `${address} is turned off`
  if (held_until && new Date(held_until) > now)
    return `${provider} takes no more mail from ${address} today. It goes on ${dayOf(held_until, time_zone)}, ${timeOf(held_until, time_zone)}.`
  return reads === 'nothing' ? readingSentences.unread : ''
}

export const needsLogin = (address: string): string => `${address} needs you to sign in again`

const timeOf = (at: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))

/** Such as 'Monday 30 November'. */
const dayOf = (at: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(at),
  )

/** The date `count` days before a day such as '2026-11-27'. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
