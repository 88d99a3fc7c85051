import { campaignRoutes } from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, clock } = await startTestApp()

async function createCampaign(who = alice): Promise<string> {
  const body = { name: 'Ovens', marketing_copy: 'We repair bakery ovens within one day.' }
  return (await who.call(campaignRoutes.create, { body })).answer.id
}

const STEP = { wait_days: 3, wait_in: 'working_days', thread: 'same', body: 'Did you see this?' } as const
const add = (id: string, form: object = {}, who = alice) =>
  who.call(followUpRoutes.add, { params: { id }, body: { ...STEP, ...form } })
const list = async (id: string) => (await alice.call(followUpRoutes.list, { params: { id } })).answer
const bodies = async (id: string) => (await list(id)).steps.map(({ position, body }) => `${position} ${body}`)

test('steps are added at the end, listed in order, changed and removed, and positions stay contiguous (FOLLOW-01)', async () => {
  const id = await createCampaign()
  expect(await list(id)).toEqual({ steps: [], stop_scope: 'business', follow_ups_first: true, finished: 0 })
  const [a, b, c] = [await add(id, { body: 'A' }), await add(id, { body: 'B' }), await add(id, { body: 'C' })]
  expect(a.answer).toEqual({
    ...STEP,
    body: 'A',
    id: expect.any(String),
    campaign_id: id,
    position: 1,
    subject: null,
    written_by: 'hand',
    created_at: clock.now().toISOString(),
    updated_at: clock.now().toISOString(),
  })
  expect(await bodies(id)).toEqual(['1 A', '2 B', '3 C'])
  const changed = await alice.call(followUpRoutes.update, {
    params: { id, stepId: b.answer.id },
    body: { wait_days: 5, wait_in: 'days', thread: 'new', subject: 'Another\r\nidea' },
  })
  expect(changed.answer).toMatchObject({ body: 'B', wait_days: 5, wait_in: 'days', subject: 'Another idea' })
  const removed = await alice.call(followUpRoutes.remove, { params: { id, stepId: a.answer.id } })
  expect([removed.status, removed.answer]).toEqual([200, { message: 'Follow-up deleted', passed_over: 0 }])
  expect(await bodies(id)).toEqual(['1 B', '2 C'])
  expect(c.answer.position).toBe(3)
  const gone = await alice.call(followUpRoutes.remove, { params: { id, stepId: a.answer.id } })
  expect([gone.status, gone.refusal.code]).toEqual([404, 'follow_ups.step_gone'])
})

test('a tenth follow-up is refused (FOLLOW-02)', async () => {
  const id = await createCampaign()
  for (let position = 1; position <= 9; position++) expect((await add(id)).status).toBe(200)
  const { status, refusal } = await add(id)
  expect([status, refusal.code, refusal.message]).toEqual([
    409,
    'follow_ups.too_many',
    'A campaign has at most 9 follow-ups',
  ])
})

test.each([
  [{ wait_days: 0 }, 'Please choose between 1 and 60 days'],
  [{ wait_days: 61 }, 'Please choose between 1 and 60 days'],
  [{ wait_days: 1.5 }, 'Please choose between 1 and 60 days'],
  [{ body: ' \n' }, 'Email body cannot be empty'],
  [{ thread: 'new' }, 'Subject line is required'],
  [{ thread: 'new', subject: ' ' }, 'Subject line is required'],
  [{ body: 'Dear {{frstName}}' }, 'Unknown placeholder: {{frstName}}'],
  [{ thread: 'new', subject: '{{nobody}}' }, 'Unknown placeholder: {{nobody}}'],
])('a follow-up with %j is refused (FOLLOW-02)', async (form, message) => {
  const id = await createCampaign()
  const { status, refusal } = await add(id, form)
  expect([status, refusal.code, refusal.message]).toEqual([400, 'request.invalid', message])
  const step = (await add(id)).answer
  const changed = await alice.call(followUpRoutes.update, {
    params: { id, stepId: step.id },
    body: form as object,
  })
  expect([changed.status, changed.refusal.message]).toEqual([400, message])
})

test('a change of an older version is refused, and nothing is overwritten (FOLLOW-03)', async () => {
  const id = await createCampaign()
  const step = (await add(id)).answer
  const save = (body: string) =>
    alice.call(followUpRoutes.update, {
      params: { id, stepId: step.id },
      body: { body, updated_at: step.updated_at },
    })
  clock.advance(1000)
  expect((await save('First')).status).toBe(200)
  const second = await save('Second')
  expect([second.status, second.refusal.code]).toEqual([409, 'follow_ups.changed'])
  expect(await bodies(id)).toEqual(['1 First'])
})

test('the order takes every id exactly once (FOLLOW-04)', async () => {
  const id = await createCampaign()
  const ids: string[] = []
  for (const body of ['A', 'B', 'C']) ids.push((await add(id, { body })).answer.id)
  const order = (given: string[]) =>
    alice.call(followUpRoutes.order, { params: { id }, body: { ids: given } })
  const [a, b, c] = ids as [string, string, string]
  const ordered = await order([c, a, b])
  expect(ordered.answer.steps.map(({ body }) => body)).toEqual(['C', 'A', 'B'])
  for (const wrong of [[a, b], [a, b, b], [a, b, c, a], [a, b, id], []])
    expect((await order(wrong)).refusal).toMatchObject({
      code: 'follow_ups.order',
      message: 'Please name every follow-up of the campaign once',
    })
  expect(await bodies(id)).toEqual(['1 C', '2 A', '3 B'])
})

test('the rules of a campaign are kept, and shown with it', async () => {
  const id = await createCampaign()
  const rules = { stop_scope: 'person', follow_ups_first: false } as const
  const saved = await alice.call(followUpRoutes.setRules, { params: { id }, body: rules })
  expect(saved.answer).toEqual(rules)
  await add(id)
  const campaign = (await alice.call(campaignRoutes.get, { params: { id }, query: {} })).answer
  const follow_ups = { steps: 1, waiting: 0, queued: 0, held: 0, stopped: 0, finished: 0 }
  expect(campaign).toMatchObject({ ...rules, follow_ups })
  const { answer } = await alice.call(campaignRoutes.list)
  expect(answer.find((one) => one.id === id)).toMatchObject({ ...rules, follow_ups })
})

test('a duplicate has the steps and rules of its campaign (FOLLOW-46)', async () => {
  const id = await createCampaign()
  await add(id, { body: 'A' })
  await add(id, { body: 'B', thread: 'new', subject: 'Another idea' })
  const rules = { stop_scope: 'person', follow_ups_first: false } as const
  await alice.call(followUpRoutes.setRules, { params: { id }, body: rules })
  const copy = (await alice.call(campaignRoutes.duplicate, { params: { id } })).answer
  expect(await bodies(copy.id)).toEqual(['1 A', '2 B'])
  expect(await list(copy.id)).toMatchObject(rules)
  expect((await list(copy.id)).steps.map((step) => step.id)).not.toEqual(
    (await list(id)).steps.map((step) => step.id),
  )
})
