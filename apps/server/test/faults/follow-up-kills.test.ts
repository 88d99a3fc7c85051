import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { type Customer, startTestApp } from '../harness.ts'
import { createSequences } from '../sequence.ts'
import { type Fault, startFaultyMailServer } from './faulty-mail-server.ts'
import { sized } from './size.ts'
import { ageHeartbeats, startWorker, until } from './worker-process.ts'

const ROUNDS = sized(1, 10)

const started = await startTestApp({ ports: { systemClock } })
const { app, createCustomer, query } = started
// Their clock is the system's.
const { start, replyOf } = createSequences(started)
const mail = await startFaultyMailServer()
const work = () =>
  startWorker({ DATABASE_URL: app.database.url, MAIL_SMTP_URL: mail.url, SEND_CONCURRENCY: '10' })

const DAILY = { wait_days: 1, wait_in: 'days' } as const
let customers = 0

/** A campaign with two follow-ups, the first of which is due. */
async function startDue(people: number) {
  const who = await createCustomer(`Killed${++customers}`)
  await who.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const sequence = await start(who, people, [DAILY, DAILY])
  return { who, ...sequence, makeDue: () => makeDue(sequence.id), plan: () => plan(who) }
}

const makeDue = (id: string) =>
  query(
    `update enrolments set due_at = now() - interval '1 minute' where campaign_id = $1 and state = 'waiting'`,
    [id],
  )
const plan = (who: Customer) => app.features.followUps.planning.planOwner(who.id)

interface Place {
  email: string
  state: string
  reason: string | null
  /** Steps that count as sent. */
  done: number
  messages: string[]
}

/** Where everybody in a campaign stands, with the states of their messages of the first follow-up. */
async function placesIn(id: string): Promise<Record<string, Omit<Place, 'email'>>> {
  const rows = await query<Place>(
    `select e.email, e.state, coalesce(e.stop_reason, e.hold_reason) as reason, cardinality(e.done) as done,
       array(select r.state from recipients r join campaign_steps s on s.id = r.step_id
         where r.campaign_prospect_id = e.campaign_prospect_id and s.position = 1 order by r.round) as messages
     from enrolments e where e.campaign_id = $1`,
    [id],
  )
  return Object.fromEntries(rows.map(({ email, ...place }) => [email, place]))
}

/** What an owner paid for messages after the templates. */
async function countCharged({ id }: Customer, templates: number): Promise<number> {
  const [row] = await query<{ units: number }>(
    `select (count(*) filter (where cause like 'send:%') - count(*) filter (where cause like 'refund:send:%'))::int as units
     from usage_entries where owner_id = $1`,
    [id],
  )
  return row!.units - templates
}

const GOES_ON = { state: 'waiting', reason: null, done: 1, messages: ['sent'] }
const IN_DOUBT = { state: 'held', reason: 'unconfirmed', done: 0, messages: ['unconfirmed'] }

/** Where a process dies, and what becomes of the person whose follow-up got that far. */
const ON_THE_WIRE = {
  'before the server took the recipient': GOES_ON,
  'before the server asks for the body': GOES_ON,
  'while it is marked as transmitting': 'either',
  'when the body is on its way': IN_DOUBT,
  'when the body has arrived': IN_DOUBT,
  'while the outcome is written': IN_DOUBT,
}

/** Statements in the middle of planning, a charge, a mark, an outcome and a stop. */
const BLOCKED = [
  'insert into "send_jobs"',
  'book_usage',
  'update "recipients" set "state" = $1, "transmitting_at"',
  'array_append',
  'stop_reason = ',
]

test(
  `a worker killed at each point of a follow-up's way sends nobody a step twice and forgets nobody (FOLLOW-41)`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const wire = await startDue(Object.keys(ON_THE_WIRE).length)
      const [charging, planning, stopping] = [await startDue(1), await startDue(1), await startDue(1)]
      const all = [wire, charging, planning, stopping]
      const [recipient, asked, marking, leaving, arrived, settling] = wire.emails as [
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      const locked = Promise.withResolvers<void>()
      const never = new Promise(() => undefined)
      const faults: [string, Fault][] = [
        [recipient, { wait: () => never, waitAt: 'rcpt' }],
        [asked, { wait: () => never, waitAt: 'data' }],
        [marking, { wait: () => locked.promise, waitAt: 'data' }],
        [leaving, { wait: () => never, waitAt: 'body' }],
        [arrived, { wait: () => never }],
        [settling, { wait: () => locked.promise }],
      ]
      for (const [email, fault] of faults) mail.faults.set(email, fault)
      await wire.makeDue()
      await wire.plan()
      await stopping.makeDue()
      await stopping.plan()
      await query(
        "update recipients set next_at = now() + interval '1 hour' where campaign_id = $1 and step_id is not null",
        [stopping.id],
      )
      const lock = await app.database.pool.connect()
      await lock.query('begin')
      await lock.query('select from campaigns where id = $1 for update', [planning.id])
      await lock.query('select from enrolments where campaign_id = $1 for update', [stopping.id])
      await planning.makeDue()
      await app.features.replies.receive(await replyOf(stopping.emails[0]!))
      const killed = await work()
      await until('three are being transmitted', async () => {
        const messages = Object.values(await placesIn(wire.id)).map((place) => place.messages.join())
        return (
          messages.filter((state) => state === 'transmitting').length === 3 && !messages.includes('queued')
        )
      })
      await lock.query("select from recipients where email = $1 and state = 'claimed' for update", [marking])
      await lock.query('select from enrolments where email = $1 for update', [settling])
      await lock.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`ledger:${charging.who.id}`])
      locked.resolve()
      await charging.makeDue()
      await charging.plan()
      await until('all five wait for a lock', async () => {
        const blocked = await query<{ query: string }>(
          "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return BLOCKED.every((words) => blocked.some((one) => one.query.includes(words)))
      })
      await killed.kill()
      await lock.query('commit')
      lock.release()
      await until('what was begun is rolled back', async () => {
        const open = await query(
          "select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()",
        )
        return open.length === 0
      })
      for (const { id, emails } of [charging, planning, stopping])
        expect(await placesIn(id), 'nothing is done by half').toMatchObject({
          [emails[0]!]:
            id === planning.id
              ? { state: 'waiting', messages: [] }
              : { state: 'queued', messages: ['queued'] },
        })

      mail.faults.clear()
      await ageHeartbeats(query)
      const next = await work()
      await until('nobody is queued any more', async () => {
        const states = await Promise.all(all.map(({ id }) => placesIn(id)))
        return states.every((places) =>
          Object.values(places).every(
            ({ state, done }) => state === 'stopped' || state === 'held' || done === 1,
          ),
        )
      })
      await next.stop()

      const places = await placesIn(wire.id)
      // PostgreSQL may finish the statement of a dead client: then it is marked although nothing left.
      const isMarked = places[marking]!.state === 'held'
      const expected = Object.values(ON_THE_WIRE).map((place, index) => [
        wire.emails[index],
        place !== 'either' ? place : isMarked ? IN_DOUBT : GOES_ON,
      ])
      expect(places).toEqual(Object.fromEntries(expected))
      for (const { id, emails, who } of [charging, planning]) {
        expect(await placesIn(id)).toEqual({ [emails[0]!]: GOES_ON })
        expect(await countCharged(who, 1)).toBe(1)
      }
      expect(await placesIn(stopping.id)).toEqual({
        [stopping.emails[0]!]: { state: 'stopped', reason: 'replied', done: 0, messages: ['cancelled'] },
      })
      expect([await countCharged(wire.who, 6), await countCharged(stopping.who, 1)]).toEqual([6, 0])
      const bodiesTo = (email: string) => mail.bodies.filter(({ to }) => to === email).length
      expect(wire.emails.map(bodiesTo), 'nobody got it twice').toEqual([1, 1, isMarked ? 0 : 1, 0, 1, 1])

      // Those in doubt go on to the next follow-up, and never get this one again.
      await wire.who.call(followUpRoutes.changeEnrolments, {
        params: { id: wire.id },
        body: { selection: { filter: { state: 'held' }, except: [] }, action: 'resume' },
      })
      await makeDue(wire.id)
      await plan(wire.who)
      const second = await query<{ email: string }>(
        `select r.email from recipients r join campaign_steps s on s.id = r.step_id
       where r.campaign_id = $1 and s.position = 2 and r.state = 'queued'`,
        [wire.id],
      )
      expect(second).toHaveLength(6)
    }
  },
  sized(600_000, 900_000),
)
