import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { afterEach, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'
import { readCampaign } from '../../../test/written-campaign.ts'
import { createFakeMail } from '../../providers/mail/fake.ts'

/** Hooks into the hand-over of a message to an address: after the claim, and after the mark, while the body leaves. */
const onceClaimed = new Map<string, () => Promise<unknown>>()
const onTheWire = new Map<string, () => Promise<unknown>>()
const mail = createFakeMail()
const failed: unknown[] = []
afterEach(() => expect(failed.splice(0)).toEqual([]))

async function happen(to: string, events: Map<string, () => Promise<unknown>>): Promise<void> {
  const event = events.get(to)
  events.delete(to)
  await event?.().catch((error: unknown) => failed.push(error))
}

// Monday, 2 March 2026, 09:00 UTC.
const started = await startTestApp({
  ports: {
    mail: {
      ...mail,
      async handOver(message, options) {
        const { to } = message.envelope
        await happen(to, onceClaimed)
        const beforeBody = async () => {
          const mayLeave = (await options?.beforeBody?.()) ?? true
          if (mayLeave) await happen(to, onTheWire)
          return mayLeave
        }
        return mail.handOver(message, { ...options, beforeBody })
      },
    },
  },
})
const { app, createCustomer, drain, query } = started
const { addStep, goToMorning, replyOf, sentTo, setPace, start, wake } = createSequences({ ...started, mail })

let people = 0
const newCustomer = async () => {
  const who = await createCustomer(`Races${++people}`)
  await setPace(who)
  return who
}
/** A campaign of one person, whose template was sent. */
async function startOne(who: Customer, steps: Parameters<typeof start>[2]) {
  const email = `racer${++people}@shop${people}.example`
  const sequence = await start(who, [email], steps)
  const params = { id: sequence.id }
  return {
    ...sequence,
    email,
    stateOf: async () => {
      const { answer } = await who.call(followUpRoutes.listEnrolments, { params, query: {} })
      const { state, stop_reason, hold_reason, next_position } = answer.enrolments[0]!
      return [state, stop_reason ?? hold_reason ?? next_position].filter(Boolean).join(' ')
    },
    change: (action: 'skip' | 'resume' | 'stop' | 'restart') =>
      who.call(followUpRoutes.changeEnrolments, {
        params,
        body: { selection: { ids: sequence.prospects }, action },
      }),
    planNow: () => app.features.followUps.planning.planOwner(who.id),
    pauseAndResume: async () => {
      await who.call(followUpRoutes.pause, { params })
      await who.call(followUpRoutes.resume, { params })
      await app.features.followUps.planning.planOwner(who.id)
    },
    holdAndLift: async () => {
      const { answer } = await who.call(followUpRoutes.hold, {
        body: { email, until: '2026-06-30' },
      })
      await who.call(followUpRoutes.liftHold, { params: { id: answer.id } })
      await app.features.followUps.planning.setDueDays()
      await app.features.followUps.planning.planOwner(who.id)
    },
  }
}
const textsTo = (email: string) =>
  sentTo(email)
    .slice(1)
    .map(({ raw }) => /Step [A-Z]/.exec(raw.toString())?.[0])
const step = (name: string) => ({ body: `Step ${name}` })

test('a reply between claim and body comes too late for that message; the next does not leave', async () => {
  const who = await newCustomer()
  const { email, stateOf } = await startOne(who, [step('A'), step('B')])
  onceClaimed.set(email, async () => {
    await app.features.replies.receive(await replyOf(email))
    await drain()
  })
  await goToMorning()
  expect([textsTo(email), await stateOf()]).toEqual([['Step A'], 'stopped replied'])
  await goToMorning()
  expect(textsTo(email)).toEqual(['Step A'])
})

test.each(['pauseAndResume', 'holdAndLift'] as const)(
  'a message on its way through %s is not written again, and the sequence goes on after it (FOLLOW-41)',
  async (interrupt) => {
    const who = await newCustomer()
    const [one, other] = [await startOne(who, [step('A'), step('B')]), await startOne(who, [step('A')])]
    onTheWire.set(one.email, one[interrupt])
    await goToMorning()
    await wake()
    expect([textsTo(one.email), await one.stateOf()]).toEqual([['Step A'], 'waiting 2'])
    expect(textsTo(other.email), 'others are not held up').toEqual(['Step A'])
    await goToMorning()
    expect([textsTo(one.email), await one.stateOf()]).toEqual([['Step A', 'Step B'], 'finished'])
  },
)

test('a message put off while its person was held and released leaves once, and holds up nobody (FOLLOW-41)', async () => {
  const who = await newCustomer()
  const [one, other] = [await startOne(who, [step('A')]), await startOne(who, [step('A')])]
  onceClaimed.set(one.email, one.holdAndLift)
  mail.answers.set(one.email, { outcome: 'deferred', code: 451, answer: '4.2.0 Try again later' })
  await goToMorning()
  mail.answers.delete(one.email)
  await one.planNow()
  await wake()
  expect([textsTo(one.email), textsTo(other.email)]).toEqual([[], ['Step A']])
  expect(await one.stateOf()).toBe('queued 1')
  await goToMorning()
  expect([textsTo(one.email), await one.stateOf()]).toEqual([['Step A'], 'finished'])
})

test.each(['pauseAndResume', 'holdAndLift'] as const)(
  'a message that is in doubt after %s holds the person, and nobody else (FOLLOW-41)',
  async (interrupt) => {
    const who = await newCustomer()
    const [one, other] = [
      await startOne(who, [step('A'), step('B')]),
      await startOne(who, [step('A'), step('B')]),
    ]
    onTheWire.set(one.email, one[interrupt])
    mail.answers.set(one.email, { outcome: 'unconfirmed', code: null, answer: 'The connection broke' })
    await goToMorning()
    await wake()
    expect(await one.stateOf()).toBe('held unconfirmed')
    await goToMorning()
    expect([textsTo(one.email), textsTo(other.email)]).toEqual([[], ['Step A', 'Step B']])
    mail.answers.delete(one.email)
    await one.change('resume')
    await goToMorning()
    expect([textsTo(one.email), await one.stateOf()]).toEqual([['Step B'], 'finished'])
  },
)

test('follow-ups are planned and leave while a message of another owner is on its way, however long that takes', async () => {
  const slow = await startOne(await newCustomer(), [step('A')])
  const late = await startOne(await newCustomer(), [step('A')])
  await query("update enrolments set state = 'held', hold_reason = 'manual' where campaign_id = $1", [
    late.id,
  ])
  onTheWire.set(slow.email, async () => {
    await query("update enrolments set state = 'waiting', hold_reason = null where campaign_id = $1", [
      late.id,
    ])
    await wake()
    await expect.poll(() => textsTo(late.email)).toEqual(['Step A'])
  })
  await goToMorning()
  expect(textsTo(slow.email)).toEqual(['Step A'])
})

test('a message that turns out to have arrived leaves a hold of the person in force (FOLLOW-30)', async () => {
  const who = await newCustomer()
  const { email, stateOf } = await startOne(who, [step('A'), step('B')])
  mail.answers.set(email, { outcome: 'unconfirmed', code: null, answer: 'The connection broke' })
  await goToMorning()
  mail.answers.delete(email)
  const [message] = await query<{ id: string }>(
    "select id from recipients where email = $1 and state = 'unconfirmed'",
    [email],
  )
  for (let morning = 0; morning < 3; morning++) await goToMorning()
  await who.call(followUpRoutes.hold, { body: { email, until: '2026-06-30' } })
  await app.database.db.transaction(async (tx) => {
    const [found] = await app.features.sendingMessages.findMessages(tx, [message!.id])
    await app.features.tracking.recordDelivered(tx, found!)
  })
  await wake()
  await goToMorning()
  expect([textsTo(email), await stateOf()]).toEqual([[], 'held manual'])
  const rows = await query("select from recipients where email = $1 and state = 'cancelled'", [email])
  expect(rows, 'nothing was queued in vain').toEqual([])
})

test('a follow-up edited while one waits, one is queued and one is claimed changes for the first (FOLLOW-37)', async () => {
  const who = await newCustomer()
  const { id, emails, steps } = await start(who, 3, [step('A')])
  const [claimed, ...others] = emails as [string, string, string]
  await setPace(who, { daily_cap: 1 })
  const edit = (name: string) =>
    who.call(followUpRoutes.update, { params: { id, stepId: steps[0]!.id }, body: { body: `Step ${name}` } })
  // The day's place goes to one of them, and only those that wait when it is edited get the new text.
  for (const email of emails) onceClaimed.set(email, () => edit('B'))
  await query(
    "update enrolments set state = 'held', hold_reason = 'manual', held_until = now() + interval '90 years' where campaign_id = $1 and email = $2",
    [id, others[1]],
  )
  await goToMorning()
  onceClaimed.clear()
  await query(
    "update enrolments set held_until = now() - interval '1 year' where campaign_id = $1 and email = $2",
    [id, others[1]],
  )
  await setPace(who)
  await goToMorning()
  await goToMorning()
  expect([claimed, ...others].map(textsTo)).toEqual([['Step A'], ['Step A'], ['Step B']])
})

/** Three people whose first follow-up changes: for one it is waiting, for one queued, for one claimed. */
async function changeOnTheWay(change: (who: Customer, id: string, steps: string[]) => Promise<unknown>) {
  const sequences = []
  for (const when of ['waiting', 'queued', 'claimed']) {
    const who = await newCustomer()
    const sequence = await startOne(who, [step('A'), step('B'), step('C')])
    const steps = sequence.steps.map(({ id }) => id)
    const event = () => change(who, sequence.id, steps)
    sequences.push({ ...sequence, who })
    if (when === 'waiting') await event()
    else if (when === 'queued') await whileQueued(who, event)
    else onceClaimed.set(sequence.email, event)
  }
  for (let morning = 0; morning < 4; morning++) await goToMorning()
  for (const { id, who, stateOf } of sequences)
    expect([await stateOf(), (await readCampaign(who, id)).status]).toEqual(['finished', 'completed'])
  return sequences.map(({ email }) => textsTo(email).join())
}

test('a follow-up removed while it waits, is queued or is claimed goes to nobody twice (FOLLOW-37)', async () => {
  const remove = (who: Customer, id: string, [first]: string[]) =>
    who.call(followUpRoutes.remove, { params: { id, stepId: first! } })
  expect(await changeOnTheWay(remove)).toEqual(['Step B,Step C', 'Step B,Step C', 'Step A,Step B,Step C'])
})

test('a follow-up moved while it waits, is queued or is claimed goes to nobody twice (FOLLOW-37)', async () => {
  const move = (who: Customer, id: string, [a, b, c]: string[]) =>
    who.call(followUpRoutes.order, { params: { id }, body: { ids: [b!, a!, c!] } })
  // Queued messages leave as planned, although B now comes first.
  expect(await changeOnTheWay(move)).toEqual(['Step B,Step A,Step C', 'Step A,Step C', 'Step A,Step C'])
})

test('a follow-up added while the last one is claimed is the next (FOLLOW-37)', async () => {
  const who = await newCustomer()
  const { id, email } = await startOne(who, [step('A')])
  onceClaimed.set(email, () => addStep(who, id, step('B')))
  await goToMorning()
  await goToMorning()
  expect(textsTo(email)).toEqual(['Step A', 'Step B'])
})

/** Plans the first follow-up without sending it, and lets something happen. */
async function whileQueued(who: Customer, event: () => Promise<unknown>) {
  const now = started.clock.now().toISOString()
  await query("update enrolments set due_at = $2 where owner_id = $1 and state = 'waiting'", [who.id, now])
  await app.features.followUps.planning.planOwner(who.id)
  const queued = await query("select from recipients where owner_id = $1 and state = 'queued'", [who.id])
  expect(queued).toHaveLength(1)
  await event()
}
