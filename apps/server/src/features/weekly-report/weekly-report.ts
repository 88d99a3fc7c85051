import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Letters } from '../../letters/letters.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Usage } from '../usage/usage.ts'
import { weeklyReportLetter } from './weekly-report.mail.ts'
import {
  hasAnythingHappened,
  lastReportTime,
  REPORT_LATEST_MS,
  type WeekFigures,
  weekBefore,
} from './weekly-report.rules.ts'

export interface WeeklyReportDeps {
  db: Database
  clock: Clock
  letters: Letters
  accounts: Pick<Accounts, 'listDueForReport' | 'claimReport'>
  usage: Pick<Usage, 'countUsed'>
  prospects: Pick<Prospects, 'countAdded'>
  campaigns: Pick<Campaigns, 'countWeek'>
  publicUrl: () => string
}

const BATCH = 100

/** On Monday at 08:00 UTC: what the last seven days brought, to everybody who wants to know and had any of it. */
export function createWeeklyReport(deps: WeeklyReportDeps) {
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
      // Of several workers that see the same Monday, the one that claims it writes.
      const user = await deps.accounts.claimReport(tx, owner, reportTime.toISOString())
      if (!user || !hasAnythingHappened(week)) return
      await deps.letters.send(tx, weeklyReportLetter(deps.publicUrl(), user, week))
    })
  }

  return {
    /** Sends what is due now; called again and again, it sends each report once. */
    async sendDue(signal?: AbortSignal): Promise<void> {
      const now = deps.clock.now()
      const reportTime = lastReportTime(now)
      if (now.getTime() - reportTime.getTime() > REPORT_LATEST_MS) return
      const failed = new Map<OwnerId, unknown>()
      for (;;) {
        const due = await deps.accounts.listDueForReport(reportTime.toISOString(), BATCH + failed.size)
        const untried = due.filter((owner) => !failed.has(owner))
        for (const owner of untried) {
          if (signal?.aborted) return
          // One that can't be written must not keep the others waiting.
          await report(owner, reportTime).catch((error: unknown) => failed.set(owner, error))
        }
        if (untried.length < BATCH) break
      }
      if (failed.size > 0) throw new AggregateError(failed.values(), 'Weekly reports could not be written')
    },
  }
}

export type WeeklyReport = ReturnType<typeof createWeeklyReport>
