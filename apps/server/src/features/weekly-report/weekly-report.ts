import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Letters } from '../../letters/letters.ts'
import type { Clock } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Usage } from '../usage/usage.ts'
import { type WeekFigures, weeklyReportLetter } from './weekly-report.mail.ts'

export const weeklyReportJob = defineJob({
  name: 'weekly-report',
  payload: z.object({}),
  every: { seconds: 300, payload: {} },
})

export interface WeeklyReportDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  letters: Letters
  accounts: Pick<Accounts, 'listDueForReport' | 'claimReport'>
  usage: Pick<Usage, 'countUsed'>
  prospects: Pick<Prospects, 'countAdded'>
  campaigns: Pick<Campaigns, 'countWeek'>
  publicUrl: () => string
}

const BATCH = 100
const DAY_MS = 86_400_000
const REPORT_HOUR = 8
/** Reports that are a day late, because no worker ran, are skipped. */
const REPORT_LATEST_MS = DAY_MS

/** Sent on Mondays at 08:00 UTC to users who want it and had any activity in the last seven days. */
export function createWeeklyReport(deps: WeeklyReportDeps) {
  /** The last look of this process that left nothing over. */
  let lookedAt: { now: Date; systemNow: Date } | null = null

  /** A report whose time the demo clock jumped over isn't late: a worker looked just before. */
  function isLate(reportTime: Date, { now, systemNow }: { now: Date; systemNow: Date }): boolean {
    if (now.getTime() - reportTime.getTime() <= REPORT_LATEST_MS) return false
    const isJumpedOver =
      lookedAt !== null &&
      lookedAt.now < reportTime &&
      systemNow.getTime() - lookedAt.systemNow.getTime() <= REPORT_LATEST_MS
    return !isJumpedOver
  }

  async function countWeek(owner: OwnerId, reportTime: Date): Promise<WeekFigures> {
    const span = weekBefore(reportTime)
    const [used, prospects, outcomes] = await Promise.all([
      deps.usage.countUsed(owner, span),
      deps.prospects.countAdded(owner, span),
      deps.campaigns.countWeek(owner, span),
    ])
    return { searches: used.business_searches, prospects, ...outcomes }
  }

  async function report(owner: OwnerId, reportTime: Date): Promise<void> {
    const week = await countWeek(owner, reportTime)
    await deps.db.transaction(async (tx) => {
      const user = await deps.accounts.claimReport(tx, owner, reportTime.toISOString())
      if (!user || !hasAnythingHappened(week)) return
      await deps.letters.send(tx, weeklyReportLetter(deps.publicUrl(), user, week))
    })
  }

  return {
    /** Sends each report once, however often it is called. */
    async sendDue(signal?: AbortSignal): Promise<void> {
      const look = { now: deps.clock.now(), systemNow: deps.systemClock.now() }
      const reportTime = lastReportTime(look.now)
      if (isLate(reportTime, look)) {
        lookedAt = look
        return
      }
      const failed = new Map<OwnerId, unknown>()
      for (;;) {
        const due = await deps.accounts.listDueForReport(reportTime.toISOString(), BATCH + failed.size)
        const untried = due.filter((owner) => !failed.has(owner))
        for (const owner of untried) {
          if (signal?.aborted) return
          // A report that fails must not hold up the others.
          await report(owner, reportTime).catch((error: unknown) => failed.set(owner, error))
        }
        if (untried.length < BATCH) break
      }
      if (failed.size > 0) throw new AggregateError(failed.values(), 'Weekly reports could not be written')
      lookedAt = look
    },
  }
}

/** The latest Monday, 08:00 UTC, that isn't in the future. */
export function lastReportTime(now: Date): Date {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  const monday = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday, REPORT_HOUR),
  )
  return monday <= now ? monday : new Date(monday.getTime() - 7 * DAY_MS)
}

export const weekBefore = (reportTime: Date): { from: string; to: string } => ({
  from: new Date(reportTime.getTime() - 7 * DAY_MS).toISOString(),
  to: reportTime.toISOString(),
})

const hasAnythingHappened = (week: WeekFigures): boolean => Object.values(week).some((figure) => figure > 0)
