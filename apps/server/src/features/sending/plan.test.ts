import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { ownMailboxRoutes } from '@goldpan/contract/own-mailboxes'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { isLong, sized } from '../../../test/faults/size.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { PROVIDER_PASSWORD, startMailProvider } from '../../../test/mail-provider.ts'
import { createSequences } from '../../../test/sequence.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'

const provider = await startMailProvider()
afterAll(() => provider.close())
const started = await startTestApp({ environment: { MAILBOX_ALLOW_PRIVATE: `localhost:${provider.port}` } })
const { clock, createCustomer, drain, query } = started
const { addStep, goToMorning, playThrough, setPace, wake } = createSequences(started)

let customers = 0
/** An owner with this pace and mailboxes of these daily caps. */
async function newCustomer(pace: object, caps: readonly number[] = []) {
  const who = await createCustomer(`Planning${++customers}`)
  await setPace(who, pace)
  await goToMorning()
  const mailboxes: string[] = []
  for (const [index, daily_cap] of caps.entries()) {
    const { answer } = await who.call(ownMailboxRoutes.add, {
      body: {
        address: `box${index}@planning${customers}.example`,
        password: PROVIDER_PASSWORD,
        smtp: { host: 'localhost', port: provider.port, security: 'starttls' },
        reads: 'nothing',
        has_ramp: false,
        daily_cap,
      },
    })
    mailboxes.push(answer.id)
    clock.advance(1000)
  }
  return { who, mailboxes }
}

interface Sequence {
  people: number | string[]
  /** Working days before each follow-up. */
  waits?: readonly number[]
  follow_ups_first?: boolean
  /** Null: all. */
  from?: string[] | null
}

/** Writes a campaign, a second after anything before it. */
async function write(who: Customer, { people, waits = [], follow_ups_first = true, from = null }: Sequence) {
  clock.advance(1000)
  const campaign = await writeCampaign(who, people)
  const params = { id: campaign.id }
  await who.call(ownMailboxRoutes.setForCampaign, { params, body: { ids: from } })
  for (const wait_days of waits) await addStep(who, campaign.id, { wait_days })
  await who.call(followUpRoutes.setRules, { params, body: { stop_scope: 'person', follow_ups_first } })
  return campaign
}

async function start(who: Customer, id: string) {
  clock.advance(1000)
  expect((await startSend(who, id)).status).toBe(200)
  await drain()
}

/** What is shown before a send: who hears from which mailbox on which day, and the days of each step. */
async function readPlan(who: Customer, id: string) {
  const params = { id }
  const shown = (await who.call(sendingCareRoutes.previewSend, { params, body: {} })).answer
  const { people } = (await who.call(ownMailboxRoutes.plan, { params, query: { limit: 200 } })).answer
  return {
    people: people.map(({ email, from, day }) => `${email} from ${from} on ${day}`).toSorted(),
    days: [shown.days, ...shown.steps.map(({ days }) => days)].map((days) =>
      days.map(({ day, messages }) => `${day}: ${messages}`),
    ),
  }
}

/** The same as it happened. */
async function readSent(who: Customer, id: string, steps = 0) {
  const rows = await query<{ email: string; from: string; step: number; day: string }>(
    `select email, from_address as from, coalesce(step_position, 0) as step,
       to_char(first_tried_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from recipients where owner_id = $1 and campaign_id = $2 and state = 'sent' order by first_tried_at`,
    [who.id, id],
  )
  return {
    people: rows
      .filter(({ step }) => step === 0)
      .map(({ email, from, day }) => `${email} from ${from} on ${day}`)
      .toSorted(),
    days: Array.from({ length: steps + 1 }, (_, step) =>
      [
        ...Map.groupBy(
          rows.filter((row) => row.step === step),
          ({ day }) => day,
        ),
      ].map(([day, sent]) => `${day}: ${sent.length}`),
    ),
  }
}

test('the preview of a newer campaign knows the cap that an older one and its follow-ups use up (MBOX-31, MBOX-32)', async () => {
  const { who } = await newCustomer({ daily_cap: 3 })
  const older = await write(who, { people: 5, waits: [1] })
  const newer = await write(who, { people: 4 })
  await start(who, older.id)
  const plan = await readPlan(who, newer.id)
  // Three first messages; their follow-ups; two first messages, and one of the newer campaign; two follow-ups and one.
  expect(plan.days[0]!.map((day) => day.slice(-1))).toEqual(['1', '1', '2'])
  await start(who, newer.id)
  await playThrough(who)
  expect(await readSent(who, newer.id)).toEqual(plan)
})

test('a running campaign is planned as it goes on beside a newer one with follow-ups (MBOX-31, MBOX-32)', async () => {
  const { who } = await newCustomer({ daily_cap: 4 })
  const older = await write(who, { people: 14 })
  const newer = await write(who, { people: 3, waits: [1, 1] })
  await start(who, newer.id)
  await start(who, older.id)
  await goToMorning()
  const before = (await readSent(who, older.id)).people
  const left = (await readPlan(who, older.id)).people
  await playThrough(who)
  const all = (await readSent(who, older.id)).people
  expect(all).toEqual([...before, ...left].toSorted())
  // One on the first day, then beside three follow-ups of the newer one, then alone.
  const days = Map.groupBy(all, (one) => one.slice(-10))
  expect([...days.keys()].toSorted().map((day) => days.get(day)!.length)).toEqual([1, 1, 1, 4, 4, 3])
})

test('several mailboxes share the cap with the return address, in the order in which sends began (MBOX-31, MBOX-32)', async () => {
  const gap = { gap_from_seconds: 3600, gap_to_seconds: 3600 }
  const { who, mailboxes } = await newCustomer({ ...gap, daily_cap: 7 }, [3, 5])
  // One at a time, so its messages take their room long before they leave.
  const slow = await write(who, { people: 5, waits: [2], from: [] })
  const one = await write(who, { people: 4, waits: [1], from: mailboxes.slice(0, 1) })
  const all = await write(who, { people: 12, waits: [1], follow_ups_first: false })
  for (const { id } of [slow, one]) await start(who, id)
  const plan = await readPlan(who, all.id)
  await start(who, all.id)
  await playThrough(who)
  expect(await readSent(who, all.id, 1)).toEqual(plan)
  expect(new Set(plan.people.map((person) => person.split(' ')[2])).size).toBe(2)
  expect(plan.people).toHaveLength(12)
}, 240_000)

test('messages that are cancelled leave their room to those behind them (MBOX-31)', async () => {
  const gap = { gap_from_seconds: 3600, gap_to_seconds: 3600 }
  const { who, mailboxes } = await newCustomer({ ...gap, daily_cap: 4 }, [4, 4])
  const first = await write(who, { people: 4, from: mailboxes.slice(0, 1) })
  const second = await write(who, { people: 2, from: mailboxes.slice(1) })
  await start(who, first.id)
  await start(who, second.id)
  expect(
    [await readSent(who, first.id), await readSent(who, second.id)].map((sent) => sent.people.length),
  ).toEqual([1, 0])
  await who.call(followUpRoutes.pause, { params: { id: first.id } })
  clock.advance(15 * 60_000)
  await wake()
  expect((await readSent(who, second.id)).people).toHaveLength(1)
})

test('a job whose claims fail keeps no room from those behind it', async () => {
  const { who, mailboxes } = await newCustomer({ daily_cap: 4 }, [4, 4])
  const first = await write(who, { people: 4, from: mailboxes.slice(0, 1) })
  const second = await write(who, { people: 2, from: mailboxes.slice(1) })
  await query(`
    create function refuse_claim() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse_claim before update on recipients for each row
      when (new.campaign_id = '${first.id}' and new.state = 'claimed') execute function refuse_claim()`)
  await start(who, first.id)
  await start(who, second.id)
  await query('drop trigger refuse_claim on recipients')
  expect((await readSent(who, first.id)).people).toHaveLength(0)
  expect((await readSent(who, second.id)).people).toHaveLength(2)
  await wake()
  expect((await readSent(who, first.id)).people).toHaveLength(2)
})

const scenes = fc.record({
  caps: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
  daily_cap: fc.option(fc.integer({ min: 1, max: 8 })),
  gap: fc.constantFrom(0, 0, 3600),
  campaigns: fc.array(
    fc.record({
      people: fc.integer({ min: 1, max: 12 }),
      waits: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
      follow_ups_first: fc.boolean(),
      from: fc.constantFrom('all', 'first', 'return address'),
      /** Mornings until the next one starts. */
      mornings: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  /** Whose plan is compared. */
  asked: fc.integer({ min: 0, max: 3 }),
})

test('a plan is what happens beside other campaigns that share caps and mailboxes (MBOX-31, MBOX-32)', async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async ({ caps, daily_cap, gap, campaigns, asked }) => {
      const pace = { daily_cap, gap_from_seconds: gap, gap_to_seconds: gap }
      const { who, mailboxes } = await newCustomer(pace, caps)
      const written = []
      for (const { from, mornings, ...sequence } of campaigns) {
        const ids = { all: null, first: mailboxes.slice(0, 1), 'return address': [] }[from]
        written.push({ mornings, ...sequence, ...(await write(who, { ...sequence, from: ids })) })
      }
      const own = written[asked % written.length]!
      for (const campaign of written) {
        if (campaign === own) continue
        await start(who, campaign.id)
        for (let morning = 0; morning < campaign.mornings; morning++) await goToMorning()
      }
      const plan = await readPlan(who, own.id)
      await start(who, own.id)
      const running = []
      for (const { id } of written)
        running.push({ id, left: (await readPlan(who, id)).people, before: (await readSent(who, id)).people })
      await playThrough(who)
      expect(await readSent(who, own.id, own.waits.length)).toEqual(plan)
      for (const { id, left, before } of running)
        expect((await readSent(who, id)).people).toEqual([...before, ...left].toSorted())
    }),
    {
      numRuns: sized(5, 200),
      ...(isLong ? {} : { seed: 31 }),
    },
  )
}, 1_800_000)
