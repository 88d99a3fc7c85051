import { setTimeout as delay } from 'node:timers/promises'
import { canManage } from '@goldpan/contract/organizations'
import type { Retention as Kept, RetentionChoice } from '@goldpan/contract/retention'
import { z } from 'zod'
import { type Database, inTurn, type Pool } from '../../db/database.ts'
import {
  dropMonth,
  listMonthsBefore,
  type Month,
  type MonthlyTable,
  makeMonths,
} from '../../db/months.store.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { InboundStorage } from '../replies/storage.ts'
import type { Usage } from '../usage/usage.ts'
import * as store from './retention.store.ts'

export interface RetentionDeps {
  db: Database
  direct: Pool
  clock: Clock
  inboundStorage: Pick<InboundStorage, 'deleteOldOf'>
  usage: Pick<Usage, 'sumMonth' | 'sumOld'>
  /** How long the installation keeps rows, in days. 0 is forever. */
  days: { texts: number; events: number; attempts: number; usage: number; incoming: number }
  onMonthSkipped: (error: unknown, month: string) => void
}

/** Also creates the coming months. The next run continues where one ended. */
export const retentionJob = defineJob({
  name: 'retention',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

const DAY_MS = 24 * 60 * 60_000
const RUN_MS = 20 * 60_000
const BATCH = 1000
const TEXTS_BATCH = 500
const PAUSE_MS = 20
const OWNERS_PAGE = 500
/** Nothing reads a message's text later than this: no retry, and no duplicate warning. */
const MOVED_AFTER_DAYS = 30

const scope = systemScope('old rows of all owners are deleted')

/** The shorter of both, in days. Null is forever. */
const shorter = (installation: number, chosen: number | null): number | null =>
  chosen === null ? installation || null : installation === 0 ? chosen : Math.min(installation, chosen)

/**
 * Deletes rows beyond the retention of the installation or their owner. Whole months are dropped once the installation
 * keeps none of their rows; rows that an owner keeps for a shorter time are deleted in batches. Figures, statuses and
 * suppressions stay.
 */
export function createRetention({
  db,
  direct,
  clock,
  inboundStorage,
  usage,
  days,
  onMonthSkipped,
}: RetentionDeps) {
  const ago = (count: number): string => new Date(clock.now().getTime() - count * DAY_MS).toISOString()

  /** Repeats a batch until it isn't full. */
  async function repeat(signal: AbortSignal, limit: number, work: () => Promise<number>): Promise<void> {
    while (!signal.aborted && (await work()) >= limit)
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }

  async function dropMonths(table: MonthlyTable, keepDays: number, signal: AbortSignal): Promise<void> {
    if (keepDays === 0) return
    for (const month of await listMonthsBefore(db, scope, table, ago(keepDays))) {
      if (signal.aborted) return
      await dropOne(table, month, signal).catch((error: unknown) => onMonthSkipped(error, month.name))
    }
  }

  async function dropOne(table: MonthlyTable, month: Month, signal: AbortSignal): Promise<void> {
    // The summary of a large month takes minutes, so it isn't begun while a backup reads the month.
    await db.transaction((tx) => store.requireUnread(tx, scope, month))
    if (table === 'sent_texts') await clearEmails(month, signal)
    if (signal.aborted) return
    await db.transaction(async (tx) => {
      if (table === 'tracking_events') await store.summariseMonth(tx, scope, month)
      if (table === 'usage_entries') await usage.sumMonth(tx, scope, month)
      await dropMonth(tx, scope, month)
    })
    if (table === 'sent_texts') await rebuildWords(month)
  }

  async function clearEmails(month: Month, signal: AbortSignal): Promise<void> {
    let page: Awaited<ReturnType<typeof store.listTextsOf>> = []
    do {
      page = await store.listTextsOf(db, scope, month, { after: page.at(-1) ?? null, limit: BATCH })
      const ids = page.map(({ recipient_id }) => recipient_id)
      await store.clearEmails(db, scope, { ids, before: month.to })
    } while (page.length === BATCH && !signal.aborted)
  }

  /** So that search doesn't find words of deleted texts. */
  async function rebuildWords({ from, to }: Month): Promise<void> {
    let after: string | null = null
    do after = await store.rebuildWords(db, scope, { from, to, after, limit: BATCH })
    while (after !== null)
  }

  async function moveTexts(owner: store.OwnerRetention, signal: AbortSignal): Promise<void> {
    const [from, to] = [owner.moved_until, ago(MOVED_AFTER_DAYS)]
    if (from !== null && from >= to) return
    const batch = { from, to, limit: TEXTS_BATCH }
    await repeat(signal, TEXTS_BATCH, () => store.moveTexts(db, asOwner(owner.id), batch))
    if (!signal.aborted) await store.noteMoved(db, asOwner(owner.id), to)
  }

  const deleteTexts = (owner: OwnerId, batch: store.Batch): Promise<number> =>
    db.transaction(async (tx) => {
      const ids = await store.deleteBatch(tx, owner, 'sent_texts', batch)
      await store.clearEmails(tx, scope, { ids, before: batch.before })
      return ids.length
    })

  /** Without a shorter choice, only rows that are in no month. */
  async function deleteOldOf(owner: store.OwnerRetention, signal: AbortSignal): Promise<void> {
    const id = asOwner(owner.id)
    const each = async (
      installation: number,
      chosen: number | null,
      work: (batch: store.Batch) => Promise<number>,
    ) => {
      const kept = shorter(installation, chosen)
      if (kept === null) return
      const onlyUnpartitioned = kept === installation
      await repeat(signal, BATCH, () => work({ before: ago(kept), limit: BATCH, onlyUnpartitioned }))
    }
    await each(days.texts, owner.texts_days, (batch) => deleteTexts(id, batch))
    await each(days.events, owner.events_days, (batch) => store.summariseEvents(db, id, batch))
    await each(days.attempts, owner.events_days, async (batch) => {
      return (await store.deleteBatch(db, id, 'send_attempts', batch)).length
    })
    const incoming = shorter(days.incoming, owner.incoming_days)
    if (owner.incoming_days !== null && incoming !== null && !signal.aborted)
      await inboundStorage.deleteOldOf(id, incoming, signal)
    if (days.usage > 0) await repeat(signal, BATCH, () => usage.sumOld(id, ago(days.usage), BATCH))
  }

  async function deleteOld(signal: AbortSignal): Promise<void> {
    await dropMonths('sent_texts', days.texts, signal)
    await dropMonths('tracking_events', days.events, signal)
    await dropMonths('send_attempts', days.attempts, signal)
    await dropMonths('usage_entries', days.usage, signal)
    let after: string | null = null
    do {
      const page = await store.listOwners(db, scope, after, OWNERS_PAGE)
      for (const owner of page) {
        if (signal.aborted) return
        await moveTexts(owner, signal)
        await deleteOldOf(owner, signal)
      }
      after = page.length < OWNERS_PAGE ? null : page.at(-1)!.id
    } while (after !== null)
  }

  async function get(owner: OwnerId): Promise<Kept> {
    const chosen = await store.findChoice(db, owner)
    const of = (installation: number, days: number | null) => ({
      installation_days: installation || null,
      chosen_days: days,
    })
    return {
      texts: of(days.texts, chosen?.texts_days ?? null),
      events: of(days.events, chosen?.events_days ?? null),
      incoming: of(days.incoming, chosen?.incoming_days ?? null),
    }
  }

  return {
    get,

    makeMonths: (): Promise<void> => makeMonths(db, scope, clock.now()),

    /**
     * In an organization, only the owner and admins may. A choice can't be longer than the installation's. One that is
     * shorter than before deletes for good, so the password must have been entered within the last hour.
     */
    async save(
      person: OwnerId,
      owner: OwnerId,
      choice: RetentionChoice,
      { isProved }: { isProved: boolean },
    ): Promise<Kept> {
      const pairs = [
        [days.texts, choice.texts_days],
        [days.events, choice.events_days],
        [days.incoming, choice.incoming_days],
      ] as const
      for (const [installation, chosen] of pairs)
        if (chosen !== null && installation !== 0 && chosen > installation) refuse('retention.too_long')
      await db.transaction(async (tx) => {
        if (person !== owner) requireManager(await store.lockRole(tx, owner, person))
        const before = await store.findChoice(tx, owner)
        const isShorter = (installation: number, from: number | null, to: number | null) =>
          (shorter(installation, to) ?? Infinity) < (shorter(installation, from) ?? Infinity)
        const deletesMore =
          isShorter(days.texts, before?.texts_days ?? null, choice.texts_days) ||
          isShorter(days.events, before?.events_days ?? null, choice.events_days) ||
          isShorter(days.incoming, before?.incoming_days ?? null, choice.incoming_days)
        if (deletesMore && !isProved) refuse('accounts.password_needed')
        await store.saveChoice(tx, owner, choice, isoNow(clock))
      })
      return get(owner)
    },

    /** One process at a time. */
    async run(signal: AbortSignal): Promise<void> {
      await makeMonths(db, scope, clock.now())
      const ends = AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)])
      await inTurn(direct, 'retention', async () => {
        if (!ends.aborted) await deleteOld(ends)
      })
    },
  }
}

export type Retention = ReturnType<typeof createRetention>

function requireManager(role: Awaited<ReturnType<typeof store.lockRole>>): void {
  if (!role || !canManage(role, 'member')) refuse('organizations.not_allowed')
}
