import { domainOf } from '@goldpan/campaign-mail/address'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Dns } from '../../providers/dns/port.ts'
import { groupOf, isNullMx, permitStarts, SLOW_GAP_MS, SLOW_MS, TAKES_NO_MAIL } from './groups.rules.ts'
import * as store from './groups.store.ts'

const scope = systemScope('limits of mail servers apply to all owners together')

export interface GroupsDeps {
  db: Database
  clock: Clock
  dns: Pick<Dns, 'mx'>
  /** Messages in flight to one group, from all workers; 0 for no limit. */
  connections: number
  /** Messages per second to the operator's mail server, from all workers; 0 for no limit. */
  perSecond: number
}

export interface Admission<Row> {
  rows: Row[]
  /** How long to wait for a limit that opens soon. */
  wait_ms: number | null
}

const LOOKED_UP_AHEAD = 100
const KNOWN_MS = 24 * 60 * 60_000
/** Other workers may free a connection at any moment. */
const FULL_WAIT_MS = 500
/** The operator's own mail server has a row among the groups; no domain has this name. */
const RELAY = 'the mail server'

/** Limits per operator of receiving servers, kept in the database so that they hold for all workers together. */
export function createGroups({ db, clock, dns, connections, perSecond }: GroupsDeps) {
  const isLimited = connections > 0

  async function lookUp(domain: string) {
    const exchanges = await dns.mx(domain).catch(() => null)
    const hosts = exchanges?.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange)
    // Without a DNS reply the domain is its own group for now, and is looked up again next time.
    const server_group = hosts && isNullMx(hosts) ? TAKES_NO_MAIL : groupOf(domain, hosts ?? [])
    return { domain, server_group, isKnown: exchanges !== null }
  }

  async function findGroups(domains: string[]): Promise<Map<string, string>> {
    const since = new Date(clock.now().getTime() - KNOWN_MS).toISOString()
    const known = await store.listDomains(db, scope, domains, since)
    const found = await Promise.all(domains.filter((domain) => !known.has(domain)).map(lookUp))
    const looked_up_at = isoNow(clock)
    const kept = found.filter(({ isKnown }) => isKnown)
    await store.saveDomains(
      db,
      scope,
      kept.map(({ domain, server_group }) => ({ domain, server_group, looked_up_at })),
    )
    return new Map([...known, ...found.map((one) => [one.domain, one.server_group] as const)])
  }

  async function admitByGroup<Row extends { server_group: string | null }>(
    tx: Db,
    wanted: Row[],
  ): Promise<Admission<Row>> {
    const names = [...new Set(wanted.flatMap(({ server_group }) => server_group ?? []))]
    const groups = await store.lockGroups(tx, scope, names, isoNow(clock))
    const inFlight = await store.countInFlight(tx, scope, names)
    const room = new Map(
      groups.map((group) => [group.name, roomOf(group) - (inFlight.get(group.name) ?? 0)] as const),
    )
    const rows = wanted.filter(({ server_group: name }) => {
      const left = name === null ? 0 : (room.get(name) ?? 0)
      if (name !== null && left > 0) room.set(name, left - 1)
      return left > 0
    })
    await spaceSlow(tx, groups, rows)
    return { rows, wait_ms: rows.length < wanted.length ? FULL_WAIT_MS : null }
  }

  const isAhead = (at: string | null) => at !== null && new Date(at) > clock.now()

  function roomOf({ held_until, next_at, slow_until }: store.GroupRow): number {
    if (isAhead(held_until) || isAhead(next_at)) return 0
    return isAhead(slow_until) ? 1 : connections
  }

  async function takeRelayPermits<Row>(tx: Db, { rows, wait_ms }: Admission<Row>): Promise<Admission<Row>> {
    const [relay] = await store.lockGroups(tx, scope, [RELAY], isoNow(clock))
    const nextAt = relay?.next_at ? new Date(relay.next_at) : null
    const permit = permitStarts(perSecond, nextAt, clock.now(), rows.length)
    const next_at = permit.next_at.toISOString()
    await store.updateGroup(tx, scope, RELAY, { next_at, updated_at: isoNow(clock) })
    const isOver = permit.count < rows.length
    const untilNext = Math.max(1, Math.ceil(permit.next_at.getTime() - clock.now().getTime()))
    return { rows: rows.slice(0, permit.count), wait_ms: isOver ? untilNext : wait_ms }
  }

  async function spaceSlow(
    tx: Db,
    groups: store.GroupRow[],
    taken: { server_group: string | null }[],
  ): Promise<void> {
    const now = clock.now()
    for (const group of groups) {
      if (!isAhead(group.slow_until) || !taken.some(({ server_group }) => server_group === group.name))
        continue
      const next_at = new Date(now.getTime() + SLOW_GAP_MS).toISOString()
      await store.updateGroup(tx, scope, group.name, { next_at, updated_at: isoNow(clock) })
    }
  }

  return {
    /** Looks up the server groups of a job's next messages. */
    async assign(owner: OwnerId, jobId: string): Promise<void> {
      if (!isLimited) return
      const page = { job_id: jobId, now: isoNow(clock), limit: LOOKED_UP_AHEAD }
      const rows = await store.listUnassigned(db, owner, page)
      const groups = await findGroups([...new Set(rows.map(({ email }) => domainOf(email)))])
      const named = rows.map(({ id, email }) => ({ id, server_group: groups.get(domainOf(email)) ?? '' }))
      await store.assignGroups(db, owner, named)
    },

    listBlocked: async (tx: Db): Promise<string[]> =>
      isLimited ? store.listBlocked(tx, scope, isoNow(clock), connections) : [],

    /** Filters locked messages by what their groups, and the operator's mail server, accept now. */
    async admit<Row extends { server_group: string | null }>(
      tx: Db,
      wanted: Row[],
      isOwnServer: boolean,
    ): Promise<Admission<Row>> {
      const admitted = isLimited ? await admitByGroup(tx, wanted) : { rows: wanted, wait_ms: null }
      return isOwnServer || perSecond === 0 ? admitted : takeRelayPermits(tx, admitted)
    },

    /** Slows a group down after its server asked for less: one message a minute for a while, or none for the given time. */
    async slowDown(tx: Db, name: string | null, told: { answer: string; waitMs: number | null }) {
      if (!isLimited || name === null) return
      const now = clock.now().getTime()
      const isLong = told.waitMs !== null && told.waitMs > SLOW_GAP_MS * 60
      await store.updateGroup(tx, scope, name, {
        slow_until: new Date(now + SLOW_MS + (told.waitMs ?? 0)).toISOString(),
        next_at: new Date(now + SLOW_GAP_MS).toISOString(),
        held_until: isLong ? new Date(now + (told.waitMs ?? 0)).toISOString() : null,
        answer: told.answer.slice(0, 500).replaceAll('\u0000', ''),
        updated_at: isoNow(clock),
      })
    },
  }
}

export type Groups = ReturnType<typeof createGroups>
