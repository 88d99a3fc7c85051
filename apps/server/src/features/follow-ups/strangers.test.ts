import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createSequences } from '../../../test/sequence.ts'

type Name = keyof typeof followUpRoutes
/** Calls a route by name with a valid body. */
type Call = (route: unknown, input: object) => Promise<{ status: number; answer: unknown }>

const started = await startTestApp()
const { alice, bob, clock, mail, query } = started
const { start, setPace } = createSequences(started)
for (const who of [alice, bob]) await setPace(who)
const hers = await start(alice, 2, [{}, {}])
await query("update prospects set first_name = 'Alicia' where id = any($1)", [hers.prospects])
const his = await start(bob, 1, [{ body: 'Dear {{firstName|you}}' }])
const until = new Date(clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
const hold = await alice.call(followUpRoutes.hold, { body: { email: 'held@alice.example', until } })

const step = { wait_days: 1, wait_in: 'days', thread: 'same', body: 'From Bob' }
/** A valid body for every route. */
const BODIES: Record<Name, object | undefined> = {
  list: undefined,
  add: step,
  update: { body: 'From Bob' },
  remove: undefined,
  order: { ids: hers.steps.map(({ id }) => id).toReversed() },
  generate: { position: 1, thread: 'same' },
  preview: { thread: 'same', body: 'From Bob' },
  sendTest: {},
  getEmail: undefined,
  updateEmail: { body: 'From Bob' },
  resetEmail: undefined,
  setRules: { stop_scope: 'person', follow_ups_first: false },
  listEnrolments: undefined,
  changeEnrolments: { selection: { ids: hers.prospects }, action: 'stop' },
  results: undefined,
  pause: undefined,
  resume: undefined,
  listHolds: undefined,
  hold: { email: 'held@alice.example', until },
  liftHold: undefined,
}
const byId = (Object.keys(BODIES) as Name[]).filter((name) => followUpRoutes[name].path.includes(':'))
const inStep = byId.filter((name) => followUpRoutes[name].path.includes(':stepId'))

const call = (who: Customer, name: Name, params: Record<string, string>) =>
  (who.call as Call)(followUpRoutes[name], { params, query: {}, body: BODIES[name] })

const herIds = {
  id: hers.id,
  stepId: hers.steps[0]!.id,
  prospectId: hers.prospects[0]!,
}

async function readHers() {
  const names: Name[] = ['list', 'listEnrolments', 'results', 'getEmail', 'listHolds']
  return Promise.all(names.map(async (name) => (await call(alice, name, herIds)).answer))
}

test.each(byId)(
  '%s: Bob gets 404 for the ids of Alice and changes nothing of hers (FOLLOW-07)',
  async (name) => {
    const before = await readHers()
    const ids = name === 'liftHold' ? { id: hold.answer.id } : herIds
    expect((await call(bob, name, ids)).status).toBe(404)
    expect(await readHers()).toEqual(before)
  },
)

test.each(inStep)('%s: a follow-up of Alice is none of Bob’s campaign (FOLLOW-07)', async (name) => {
  const before = await readHers()
  const ids = { id: his.id, stepId: herIds.stepId, prospectId: his.prospects[0]! }
  expect((await call(bob, name, ids)).status).toBe(404)
  expect((await call(bob, name, { ...ids, prospectId: herIds.prospectId })).status).toBe(404)
  expect(await readHers()).toEqual(before)
})

test('people and follow-ups of Alice are not found in a campaign of Bob, nor are her holds his (FOLLOW-07)', async () => {
  const before = await readHers()
  expect((await call(bob, 'order', { id: his.id })).status).toBe(400)
  expect((await call(bob, 'changeEnrolments', { id: his.id })).answer).toEqual({ changed: 0, skipped: 2 })
  const sendTest = {
    params: { id: his.id, stepId: his.steps[0]!.id },
    body: { prospect_id: herIds.prospectId },
  }
  // Somebody of his own takes the place of a person who isn't found.
  expect((await bob.call(followUpRoutes.sendTest, sendTest)).status).toBe(200)
  expect(mail.accepted.at(-1)!.raw.toString()).not.toContain('Alicia')
  expect((await call(bob, 'listHolds', {})).answer).toEqual({ holds: [] })
  expect((await call(bob, 'hold', {})).status).toBe(200)
  expect(await readHers()).toEqual(before)
})
