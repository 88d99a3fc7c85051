import type { HomeOverview, RunningJob } from '@goldpan/contract/home'
import type { OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Gathering } from '../gathering/gathering.ts'
import type { Imports } from '../imports/imports.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Conversations } from '../replies/conversations.ts'
import type { Sending } from '../sending/sending.ts'
import type { Tables } from '../tables/tables.ts'
import { fillDays, shownDays } from './home.rules.ts'

export interface HomeDeps {
  clock: Clock
  /** Whether the demo town can be searched here. */
  isDemo: boolean
  tables: Pick<Tables, 'findTable' | 'hasAny'>
  prospects: Pick<Prospects, 'hasAny'>
  campaigns: Pick<Campaigns, 'findCampaign' | 'countDays' | 'countTables' | 'findProgress'>
  gathering: Pick<Gathering, 'listActive'>
  sending: Pick<Sending, 'listActive'>
  imports: Pick<Imports, 'listActive'>
  conversations: Pick<Conversations, 'countWaiting'>
}

/** Fewer messages than this say nothing about a table. */
const TELLING_SENT = 5
const TABLES_SHOWN = 5

/** The demo town's bakeries: their websites have people to write to, and answer. */
const SAMPLE = { keywords: 'bakery', location: 'Goldwater' }

/** What is going on, over all features: for the first screen, and for the list of running work on every screen. */
export function createHome({ clock, isDemo, tables, prospects, campaigns, ...deps }: HomeDeps) {
  async function listGathering(owner: OwnerId): Promise<RunningJob[]> {
    const jobs = await deps.gathering.listActive(owner)
    return Promise.all(
      jobs.map(async ({ id, table_id, progress, created_at }) => ({
        ...{ id, kind: 'gathering' as const, subject_id: table_id, started_at: created_at },
        name: (await tables.findTable(owner, table_id))?.name ?? '',
        ...{ done: progress.processed, total: progress.total },
      })),
    )
  }

  async function listSending(owner: OwnerId): Promise<RunningJob[]> {
    const jobs = await deps.sending.listActive(owner)
    return Promise.all(
      jobs.map(async ({ id, campaign_id, progress, created_at }) => ({
        ...{ id, kind: 'sending' as const, subject_id: campaign_id, started_at: created_at },
        name: (await campaigns.findCampaign(owner, campaign_id))?.name ?? '',
        ...{ done: progress.processed, total: progress.total },
      })),
    )
  }

  async function listImports(owner: OwnerId): Promise<RunningJob[]> {
    const active = await deps.imports.listActive(owner)
    return active.map(({ id, kind, rows, file_name, done, total, created_at }) => ({
      ...{ id, kind, rows, subject_id: id, name: file_name, done, total, started_at: created_at },
    }))
  }

  return {
    async listRunning(owner: OwnerId): Promise<RunningJob[]> {
      return (await Promise.all([listGathering(owner), listSending(owner), listImports(owner)])).flat()
    },

    async getOverview(owner: OwnerId): Promise<HomeOverview> {
      const days = shownDays(clock.now())
      const from = `${days[0]}T00:00:00.000Z`
      const [found, gathered, progress, replies_waiting, counts, best_tables] = await Promise.all([
        tables.hasAny(owner),
        prospects.hasAny(owner),
        campaigns.findProgress(owner),
        deps.conversations.countWaiting(owner, from),
        campaigns.countDays(owner, from),
        campaigns.countTables(owner, { atLeastSent: TELLING_SENT, limit: TABLES_SHOWN }),
      ])
      return {
        steps: { found, gathered, written: progress.hasWritten, sent: progress.hasSent },
        sample: isDemo ? SAMPLE : null,
        ...{ replies_waiting, best_tables, days: fillDays(days, counts) },
      }
    },
  }
}

export type Home = ReturnType<typeof createHome>
