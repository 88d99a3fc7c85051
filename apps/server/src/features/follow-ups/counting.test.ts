import { followUpRoutes, type StepResults } from '@goldpan/contract/follow-ups'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong, sized } from '../../../test/faults/size.ts'
import { startTestApp } from '../../../test/harness.ts'
import { readCampaign } from '../../../test/written-campaign.ts'
import { createMailTokens } from '../../compose-ports.ts'
import type { Db } from '../../db/database.ts'

const { alice, app, clock, query } = await startTestApp()
const { tracking, sendingMessages, suppressions } = app.features
const { db } = app.database
const tokens = await createMailTokens({ database: app.database }, clock)

await tracking.setChoice(alice.id, { opens: true, clicks: true })

const RUNS = sized(40, 500)
const PEOPLE = 2
const STEPS = 3

const KINDS = [
  'send',
  'send',
  'send in doubt',
  'send in vain',
  'confirm',
  'bounce',
  'open',
  'machine open',
  'click',
  'reply to a message',
  'reply to none',
  'stop word',
  'complain',
  'unsubscribe',
  'remove a step',
  'remove the person',
  'add the person again',
] as const

const events = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    person: fc.integer({ min: 0, max: PEOPLE - 1 }),
    /** Which of the messages to the person, as a share. */
    message: fc.double({ min: 0, max: 0.999, noNaN: true }),
  }),
  { minLength: 15, maxLength: 40 },
)

type State = 'sent' | 'unconfirmed' | 'failed'
interface Message {
  id: string
  step: number
  state: State
  hasBounced: boolean
}

/** The expected state: messages in order, and the steps at which each person acted. */
interface Person {
  email: string
  messages: Message[]
  opened: Set<number>
  clicked: Set<number>
  replied: number | null
  unsubscribed: number | null
  /** Null once removed. */
  recipient: string | null
  nextStep: number
}

const newPerson = (email: string): Person => ({
  email,
  messages: [],
  opened: new Set(),
  clicked: new Set(),
  replied: null,
  unsubscribed: null,
  recipient: null,
  nextStep: 0,
})

let campaigns = 0

async function startCampaign() {
  const name = `Counted ${++campaigns}`
  const at = clock.now().toISOString()
  const [campaign] = await query<{ id: string }>(
    `insert into campaigns (owner_id, name, description, marketing_copy, status, created_at, updated_at)
     values ($1, $2, '', '', 'active', $3, $3) returning id`,
    [alice.id, name, at],
  )
  const { id } = campaign!
  const steps = await query<{ id: string }>(
    `insert into campaign_steps (owner_id, campaign_id, position, wait_days, wait_in, thread, body, written_by, created_at, updated_at)
     select $1, $2, n, 1, 'days', 'same', 'Any news?', 'hand', $3, $3 from generate_series(1, $4::int) n
     returning id`,
    [alice.id, id, at, STEPS],
  )
  const people = Array.from({ length: PEOPLE }, (_, n) => newPerson(`p${n}@counted${campaigns}.example`))
  for (const person of people) await attach(id, person)
  return { id, steps: steps.map((step) => step.id), people }
}

async function attach(campaignId: string, person: Person): Promise<void> {
  const [row] = await query<{ id: string }>(
    `insert into campaign_prospects (owner_id, campaign_id, email, position, email_status, created_at)
     values ($1, $2, $3, 1, 'generated', $4) returning id`,
    [alice.id, campaignId, person.email, clock.now().toISOString()],
  )
  person.recipient = row!.id
  person.nextStep = 0
}

async function send(campaignId: string, stepId: string | null, person: Person, state: State) {
  const at = clock.now().toISOString()
  const round = person.messages.length + 1
  const step = person.nextStep++
  const [row] = await query<{ id: string }>(
    `insert into recipients (owner_id, campaign_id, campaign_prospect_id, round, email, subject, content, state, step_id,
       step_position, next_at, queued_at, transmitting_at, finished_at)
     values ($1, $2, $3, $4, $5, 's', 'c', $6, $7, $8, $9, $9, $9, $9) returning id`,
    [alice.id, campaignId, person.recipient, round, person.email, state, stepId, step || null, at],
  )
  person.messages.push({ id: row!.id, step, state, hasBounced: false })
  if (step === 0 && state !== 'failed')
    await db.transaction((tx) =>
      app.features.campaigns.applySends(tx, alice.id, [{ id: person.recipient!, round }], {
        sent_at: at,
        delivery: state === 'unconfirmed' ? 'unconfirmed' : null,
      }),
    )
}

const inTransaction = async (id: string, act: (tx: Db, message: never) => Promise<unknown>) =>
  db.transaction(async (tx) => {
    const [message] = await sendingMessages.findMessages(tx, [id])
    await act(tx, message as never)
  })

async function visit(kind: 'open' | 'click', id: string, userAgent: string): Promise<void> {
  const seen = { userAgent, purpose: null, ip: '203.0.113.9' }
  if (kind === 'open') tracking.noteOpen(tokens.sign('open', id), seen)
  else tracking.noteClick(tokens.sign('click', id), crypto.randomUUID(), seen)
  await tracking.flushVisits()
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.6.0'
const FIGURES = [
  'sent',
  'unconfirmed',
  'failed',
  'bounced',
  'opened',
  'clicked',
  'replied',
  'unsubscribed',
] as const
const MESSAGES = ['sent', 'unconfirmed', 'failed', 'bounced'] as const
type Figures = Record<(typeof FIGURES)[number], number>

/** Expected figures of a step, or of the whole campaign. */
function countAt(people: Person[], isAt: (step: number) => boolean): Figures {
  const messages = people.flatMap((person) => person.messages.filter(({ step }) => isAt(step)))
  const states = (state: State) => messages.filter((message) => message.state === state).length
  const peopleAt = (of: (person: Person) => Iterable<number | null>) =>
    people.filter((person) => [...of(person)].some((step) => step !== null && isAt(step))).length
  return {
    sent: states('sent'),
    unconfirmed: states('unconfirmed'),
    failed: states('failed'),
    bounced: messages.filter(({ hasBounced }) => hasBounced).length,
    opened: peopleAt(({ opened, clicked, replied }) => [...opened, ...clicked, replied]),
    clicked: peopleAt(({ clicked }) => clicked),
    replied: peopleAt(({ replied }) => [replied]),
    unsubscribed: peopleAt(({ unsubscribed }) => [unsubscribed]),
  }
}

const pickFigures = (row: Figures): Figures =>
  Object.fromEntries(FIGURES.map((name) => [name, row[name]])) as Figures

/** By step id; an empty one for the template. */
const byStep = ({ steps }: StepResults) => new Map(steps.map((row) => [row.step_id ?? '', pickFigures(row)]))

async function check(campaignId: string, steps: string[], people: Person[], before: StepResults | null) {
  const { answer: results } = await alice.call(followUpRoutes.results, { params: { id: campaignId } })
  const counted = byStep(results)
  for (const [step, id] of ['', ...steps].entries()) {
    const expected = countAt(people, (at) => at === step)
    // A removed step of which nothing was sent isn't listed.
    if (counted.has(id) || FIGURES.some((name) => expected[name] > 0))
      expect(counted.get(id), `step ${step}`).toEqual(expected)
  }
  expect(pickFigures(results.totals)).toEqual(countAt(people, () => true))
  for (const name of [...MESSAGES, 'replied', 'unsubscribed'] as const)
    expect(results.totals[name], name).toBe(results.steps.reduce((sum, row) => sum + row[name], 0))
  for (const [id, figures] of before ? byStep(before) : [])
    for (const name of FIGURES)
      if (name !== 'unconfirmed')
        expect(counted.get(id)?.[name] ?? 0, `${name} never falls`).toBeGreaterThanOrEqual(figures[name])
  return results
}

async function happen(
  { id, steps }: { id: string; steps: string[] },
  person: Person,
  kind: (typeof KINDS)[number],
  share: number,
): Promise<void> {
  clock.advance(60_000)
  const { email, recipient, nextStep, messages } = person
  if (kind.startsWith('send')) {
    if (recipient === null || nextStep > STEPS) return
    const state = kind === 'send' ? 'sent' : kind === 'send in vain' ? 'failed' : 'unconfirmed'
    return send(id, nextStep === 0 ? null : steps[nextStep - 1]!, person, state)
  }
  if (kind === 'remove a step') {
    const stepId = steps[Math.floor(share * STEPS)]!
    return void (await alice.call(followUpRoutes.remove, { params: { id, stepId } }))
  }
  if (kind === 'remove the person') {
    await query('delete from campaign_prospects where id = $1', [recipient])
    person.recipient = null
    return
  }
  if (kind === 'add the person again') return recipient === null ? attach(id, person) : undefined

  const handedOver = messages.filter(({ state }) => state !== 'failed')
  const message =
    kind === 'reply to none' ? handedOver.at(-1) : handedOver[Math.floor(share * handedOver.length)]
  if (!message) return
  const { step } = message
  const arrived = () => {
    message.state = 'sent'
  }
  if (kind === 'confirm') await inTransaction(message.id, tracking.recordDelivered)
  if (kind === 'bounce') {
    const report = { class: 'hard', status: '5.1.1', reason: null } as const
    await inTransaction(message.id, (tx, of) => tracking.recordBounce(tx, of, report))
    if (message.state === 'unconfirmed') message.state = 'failed'
    message.hasBounced = true
    return
  }
  if (kind === 'machine open') return visit('open', message.id, 'Mozilla/5.0')
  if (kind === 'open') {
    await visit('open', message.id, FIREFOX)
    person.opened.add(step)
  }
  if (kind === 'click') {
    await visit('click', message.id, FIREFOX)
    person.clicked.add(step)
  }
  if (kind === 'reply to a message' || kind === 'reply to none') {
    if (kind === 'reply to none') {
      const latest = await sendingMessages.findLatestTo(db, alice.id, email, '2026-01-01T00:00:00Z')
      expect(latest?.id).toBe(message.id)
    }
    await inTransaction(message.id, (tx, of) => tracking.recordReply(tx, of, { isStop: false }))
    person.replied ??= step
  }
  if (kind === 'stop word')
    await inTransaction(message.id, (tx, of) => tracking.recordReply(tx, of, { isStop: true }))
  if (kind === 'complain') await inTransaction(message.id, tracking.recordComplaint)
  if (kind === 'unsubscribe') {
    const wasSuppressed = await isSuppressed(email)
    await tracking.unsubscribeByHeader(tokens.sign('one-click', message.id))
    // Of somebody who is on the list already nothing is written.
    if (wasSuppressed) return
  }
  if (kind === 'stop word' || kind === 'complain' || kind === 'unsubscribe') person.unsubscribed ??= step
  arrived()
}

const isSuppressed = async (email: string): Promise<boolean> =>
  (await suppressions.findSuppressed(db, alice.id, [email])).size > 0

/** Somebody replies, leaves the campaign, comes back and replies again. */
const COME_BACK = (
  [
    'send',
    'send',
    'reply to none',
    'remove the person',
    'add the person again',
    'send',
    'open',
    'reply to none',
  ] as const
).map((kind) => ({ kind, person: 0, message: 0.999 }))

test(
  'whatever happens, results count each message and answer at its step, and nothing falls (FOLLOW-44)',
  async () => {
    await fc.assert(
      fc.asyncProperty(events, async (all) => {
        const campaign = await startCampaign()
        const { id, steps, people } = campaign
        let before: StepResults | null = null
        for (const [n, { kind, person, message }] of all.entries()) {
          await happen(campaign, people[person]!, kind, message)
          if (n % 5 === 4) before = await check(id, steps, people, before)
        }
        await check(id, steps, people, before)
        if (all.some(({ kind }) => kind === 'remove the person')) return
        const { counts } = await readCampaign(alice, id)
        const { opened, clicked, replied: responded, unsubscribed } = countAt(people, () => true)
        expect(counts).toMatchObject({ opened, clicked, responded, unsubscribed })
      }),
      { numRuns: RUNS, examples: [[COME_BACK]], ...(isLong ? {} : { seed: 44 }) },
    )
  },
  sized(90_000, 900_000),
)
