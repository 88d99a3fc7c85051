import { HOME_DAYS, type HomeOverview, homeRoutes, type RunningJob } from '@goldpan/contract/home'
import { type BuiltInLabel, labelNames } from '@goldpan/contract/inbox'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Gathering } from '../gathering/gathering.ts'
import type { Imports } from '../imports/imports.ts'
import type { OwnMailboxes } from '../own-mailboxes/own-mailboxes.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Sending } from '../sending/sending.ts'
import type { Tables } from '../tables/tables.ts'
import * as store from './home.store.ts'

type Day = HomeOverview['days'][number]
type CountedDay = Omit<Day, 'replied'> & { responded: number }

export interface HomeDeps {
  db: Database
  clock: Clock
  isDemo: boolean
  tables: Pick<Tables, 'findTable' | 'hasAny'>
  prospects: Pick<Prospects, 'hasAny'>
  campaigns: Pick<Campaigns, 'findCampaign' | 'countDays' | 'countTables' | 'findProgress'>
  gathering: Pick<Gathering, 'listActive'>
  sending: Pick<Sending, 'listActive'>
  imports: Pick<Imports, 'listActive'>
  ownMailboxes: Pick<OwnMailboxes, 'listDisconnected'>
}

const DAY_MS = 86_400_000
/** Smaller tables would make reply rates random. */
const MIN_DELIVERED = 5
const TABLES_SHOWN = 5
const WAITING_SHOWN = 5

/** Bakeries of the demo town: their websites list people, who reply. */
const SAMPLE = { keywords: 'bakery', location: 'Goldwater' }

/** The first screen, and the list of running work on every screen. */
export function createHome({ db, clock, isDemo, tables, prospects, campaigns, ...deps }: HomeDeps) {
  async function listGathering(owner: OwnerId): Promise<RunningJob[]> {
    const jobs = await deps.gathering.listActive(owner)
    return Promise.all(
      jobs.map(async ({ id, table_id, progress, created_at }) => ({
        id,
        kind: 'gathering' as const,
        subject_id: table_id,
        name: (await tables.findTable(db, owner, table_id))?.name ?? '',
        done: progress.processed,
        total: progress.total,
        started_at: created_at,
      })),
    )
  }

  async function listSending(owner: OwnerId): Promise<RunningJob[]> {
    const jobs = await deps.sending.listActive(owner)
    return Promise.all(
      jobs.map(async ({ id, campaign_id, progress, created_at }) => ({
        id,
        kind: 'sending' as const,
        subject_id: campaign_id,
        name: (await campaigns.findCampaign(db, owner, campaign_id))?.name ?? '',
        done: progress.processed,
        total: progress.total,
        started_at: created_at,
      })),
    )
  }

  async function listImports(owner: OwnerId): Promise<RunningJob[]> {
    const active = await deps.imports.listActive(owner)
    return active.map(({ id, kind, rows, file_name, done, total, created_at }) => ({
      id,
      kind,
      rows,
      subject_id: id,
      name: file_name,
      done,
      total,
      started_at: created_at,
    }))
  }

  return {
    async listRunning(owner: OwnerId): Promise<RunningJob[]> {
      return (await Promise.all([listGathering(owner), listSending(owner), listImports(owner)])).flat()
    },

    async getOverview(owner: OwnerId): Promise<HomeOverview> {
      const days = shownDays(clock.now())
      const from = `${days[0]}T00:00:00.000Z`
      const [found, gathered, progress, replies_waiting, waiting, counts, best_tables, mailboxes] =
        await Promise.all([
          tables.hasAny(owner),
          prospects.hasAny(owner),
          campaigns.findProgress(owner),
          store.countWaiting(db, owner),
          store.listWaiting(db, owner, WAITING_SHOWN),
          campaigns.countDays(owner, from),
          campaigns.countTables(owner, { atLeastDelivered: MIN_DELIVERED, limit: TABLES_SHOWN }),
          deps.ownMailboxes.listDisconnected(owner),
        ])
      return {
        steps: { found, gathered, written: progress.hasWritten, sent: progress.hasSent },
        sample: isDemo ? SAMPLE : null,
        replies_waiting,
        waiting: waiting.map(({ excerpt, own_label, ...person }) => ({
          ...person,
          excerpt: firstLine(excerpt ?? ''),
          label_name: own_label ?? (isBuiltIn(person.label) ? labelNames[person.label] : null),
        })),
        best_tables,
        mailboxes,
        days: fillDays(days, counts),
      }
    },
  }
}

export type Home = ReturnType<typeof createHome>

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Oldest first; the last day is today in UTC. */
function shownDays(now: Date): string[] {
  return Array.from({ length: HOME_DAYS }, (_, index) =>
    dayOf(now.getTime() - (HOME_DAYS - 1 - index) * DAY_MS),
  )
}

/** Days without events have zeros. */
function fillDays(days: readonly string[], counts: readonly CountedDay[]): Day[] {
  const byDay = new Map(counts.map((counted) => [counted.day, counted]))
  return days.map((day) => {
    const {
      emails = 0,
      sent = 0,
      delivered = 0,
      opened = 0,
      responded = 0,
      bounced = 0,
    } = byDay.get(day) ?? {}
    return { day, emails, sent, delivered, opened, replied: responded, bounced }
  })
}

const isBuiltIn = (label: string | null): label is BuiltInLabel => label !== null && label in labelNames

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? ''

export function bindHome(bind: Binder, home: Home): void {
  bind(homeRoutes.overview, ({ owner }) => home.getOverview(owner))
  bind(homeRoutes.running, ({ owner }) => home.listRunning(owner))
}
