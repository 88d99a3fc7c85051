import { setTimeout as delay } from 'node:timers/promises'
import { canManage } from '@goldpan/contract/organizations'
import type { RetentionChoice, Retention as RetentionSettings } from '@goldpan/contract/retention'
import { z } from 'zod'
import { type Database, type Pool, withAdvisoryLock } from '../../db/database.ts'
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
  usage: Pick<Usage, 'summarizeEmailsOfMonth' | 'summarizeOldEmails'>
  /** How long the installation keeps rows, in days. 0 is forever. */
  days: { texts: number; events: number; attempts: number; usage: number; incoming: number }
  onMonthSkipped: (error: unknown, month: string) => void
}

/** Creates the coming months, then deletes old rows. A run that is cut short is continued by the next. */
export const retentionJob = defineJob({
  name: 'retention',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

const DAY_MS = 24 * 60 * 60_000
const MAX_RUN_MS = 20 * 60_000
const BATCH = 1000
const TEXTS_BATCH = 500
const PAUSE_MS = 20
const OWNERS_PAGE = 500
/** By then a message is neither retried nor compared with a new send, so its text moves to the table of old texts. */
const MOVE_TEXTS_AFTER_DAYS = 30

const scope = systemScope('old rows of all owners are deleted')

/** The days that rows are kept: the shorter of both. Null is forever. */
const keptDays = (installation: number, chosen: number | null): number | null =>
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
  const kinds = [
    { installation: days.texts, of: (choice: store.Choice) => choice.texts_days },
    { installation: days.events, of: (choice: store.Choice) => choice.events_days },
    { installation: days.incoming, of: (choice: store.Choice) => choice.incoming_days },
  ]

  const daysAgo = (count: number): string => new Date(clock.now().getTime() - count * DAY_MS).toISOString()

  /** Repeats a batch until it isn't full. */
  async function repeat(signal: AbortSignal, limit: number, work: () => Promise<number>): Promise<void> {
    while (!signal.aborted && (await work()) >= limit)
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }

  async function dropMonths(table: MonthlyTable, keepDays: number, signal: AbortSignal): Promise<void> {
    if (keepDays === 0) return
    for (const month of await listMonthsBefore(db, scope, table, daysAgo(keepDays))) {
      if (signal.aborted) return
      await dropOldMonth(table, month, signal).catch((error: unknown) => onMonthSkipped(error, month.name))
    }
  }

  async function dropOldMonth(table: MonthlyTable, month: Month, signal: AbortSignal): Promise<void> {
    // Summarizing a large month takes minutes, so don't begin while a backup reads it: the drop would fail.
    await db.transaction((tx) => store.requireUnread(tx, scope, month))
    if (table === 'sent_texts') await clearEmailsOfMonth(month, signal)
    if (signal.aborted) return
    await db.transaction(async (tx) => {
      if (table === 'tracking_events') await store.summarizeMonth(tx, scope, month)
      if (table === 'usage_entries') await usage.summarizeEmailsOfMonth(tx, scope, month)
      await dropMonth(tx, scope, month)
    })
    if (table === 'sent_texts') await rebuildWords(month)
  }

  /** Clears the written emails of a month's messages in their campaigns. */
  async function clearEmailsOfMonth(month: Month, signal: AbortSignal): Promise<void> {
    let page: Awaited<ReturnType<typeof store.listTextsOf>> = []
    do {
      page = await store.listTextsOf(db, scope, month, { after: page.at(-1) ?? null, limit: BATCH })
      const ids = page.map(({ recipient_id }) => recipient_id)
      await store.clearEmails(db, scope, { ids, before: month.to })
    } while (page.length === BATCH && !signal.aborted)
  }

  /** Keeps the inbox's search from finding words of deleted texts. */
  async function rebuildWords({ from, to }: Month): Promise<void> {
    let after: string | null = null
    do after = await store.rebuildWords(db, scope, { from, to, after, limit: BATCH })
    while (after !== null)
  }

  async function moveTexts(owner: store.OwnerRetention, signal: AbortSignal): Promise<void> {
    const [from, to] = [owner.moved_until, daysAgo(MOVE_TEXTS_AFTER_DAYS)]
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

  /** Deletes an owner's old rows. Rows kept as long as the installation's go with their month, so only the others remain. */
  async function deleteOldOf(owner: store.OwnerRetention, signal: AbortSignal): Promise<void> {
    const id = asOwner(owner.id)
    const deleteBatches = async (
      installation: number,
      chosen: number | null,
      work: (batch: store.Batch) => Promise<number>,
    ) => {
      const kept = keptDays(installation, chosen)
      if (kept === null) return
      const onlyUnpartitioned = kept === installation
      await repeat(signal, BATCH, () => work({ before: daysAgo(kept), limit: BATCH, onlyUnpartitioned }))
    }
    await deleteBatches(days.texts, owner.texts_days, (batch) => deleteTexts(id, batch))
    await deleteBatches(days.events, owner.events_days, (batch) => store.summarizeEvents(db, id, batch))
    await deleteBatches(days.attempts, owner.events_days, async (batch) => {
      return (await store.deleteBatch(db, id, 'send_attempts', batch)).length
    })
    const incoming = keptDays(days.incoming, owner.incoming_days)
    if (owner.incoming_days !== null && incoming !== null && !signal.aborted)
      await inboundStorage.deleteOldOf(id, incoming, signal)
    if (days.usage > 0)
      await repeat(signal, BATCH, () => usage.summarizeOldEmails(id, daysAgo(days.usage), BATCH))
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

  async function get(owner: OwnerId): Promise<RetentionSettings> {
    const choice = await store.findChoice(db, owner)
    const describe = (installation: number, chosen: number | null = null) => ({
      installation_days: installation || null,
      chosen_days: chosen,
    })
    return {
      texts: describe(days.texts, choice?.texts_days),
      events: describe(days.events, choice?.events_days),
      incoming: describe(days.incoming, choice?.incoming_days),
    }
  }

  function requireNotLonger(choice: RetentionChoice): void {
    for (const { installation, of } of kinds) {
      const chosen = of(choice)
      if (chosen !== null && installation !== 0 && chosen > installation) refuse('retention.too_long')
    }
  }

  /** True if a kind of rows is kept for a shorter time than before. */
  const deletesMore = (before: store.Choice | null, choice: RetentionChoice): boolean =>
    kinds.some(({ installation, of }) => {
      const [from, to] = [before && of(before), of(choice)]
      return (keptDays(installation, to) ?? Infinity) < (keptDays(installation, from) ?? Infinity)
    })

  return {
    get,

    makeMonths: (): Promise<void> => makeMonths(db, scope, clock.now()),

    /**
     * In an organization, only the owner and admins may choose. A choice can't be longer than the installation's. One that
     * is shorter than before deletes for good, so the password must have been entered within the last hour.
     */
    async save(
      person: OwnerId,
      owner: OwnerId,
      choice: RetentionChoice,
      { isProved }: { isProved: boolean },
    ): Promise<RetentionSettings> {
      requireNotLonger(choice)
      await db.transaction(async (tx) => {
        if (person !== owner) requireManager(await store.lockRole(tx, owner, person))
        const before = await store.findChoice(tx, owner)
        if (deletesMore(before, choice) && !isProved) refuse('accounts.password_needed')
        await store.saveChoice(tx, owner, choice, isoNow(clock))
      })
      return get(owner)
    },

    /** Runs in one process at a time. */
    async run(signal: AbortSignal): Promise<void> {
      await makeMonths(db, scope, clock.now())
      const ends = AbortSignal.any([signal, AbortSignal.timeout(MAX_RUN_MS)])
      await withAdvisoryLock(direct, 'retention', async () => {
        if (!ends.aborted) await deleteOld(ends)
      })
    },
  }
}

export type Retention = ReturnType<typeof createRetention>

function requireManager(role: Awaited<ReturnType<typeof store.lockRole>>): void {
  if (!role || !canManage(role, 'member')) refuse('organizations.not_allowed')
}
