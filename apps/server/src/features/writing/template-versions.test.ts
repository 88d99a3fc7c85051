import { campaignRoutes } from '@goldpan/contract/campaigns'
import { removalRoutes } from '@goldpan/contract/removals'
import { TEMPLATE_VERSIONS_MAX, writingRoutes } from '@goldpan/contract/writing'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createFakeText } from '../../providers/text/fake.ts'

const { alice, clock } = await startTestApp({ ports: { text: createFakeText() } })

async function createCampaign() {
  const body = { name: 'Ovens', marketing_copy: 'We repair ovens. A visit costs 90 EUR.' }
  return (await alice.call(campaignRoutes.create, { body })).answer.id
}

const save = (id: string, subject: string, body = `${subject}, {{businessName}}`) =>
  alice.call(writingRoutes.updateTemplate, { params: { id }, body: { template: { subject, body } } })
const list = (id: string) => alice.call(writingRoutes.listTemplateVersions, { params: { id } })
const subjects = async (id: string) => (await list(id)).answer.map(({ subject }) => subject)

test('each save keeps the former text, with its author and the time it was saved', async () => {
  const id = await createCampaign()
  const generated = (await alice.call(writingRoutes.generate, { params: { id }, body: {} })).answer.template
  expect(await subjects(id), 'the first text replaces none').toEqual([])
  clock.advance(60_000)
  const mine = (await save(id, 'Mine')).answer
  await save(id, 'Better')
  const { answer } = await list(id)
  expect(answer).toMatchObject([
    { subject: 'Mine', body: 'Mine, {{businessName}}', written_by: 'hand', saved_at: mine.updated_at },
    {
      subject: generated.subject,
      body: generated.body,
      written_by: generated.written_by,
      saved_at: generated.updated_at,
    },
  ])
  expect(generated.written_by).not.toBe('hand')
})

test('a generated text keeps the one it replaces, and saving the same text again adds nothing', async () => {
  const id = await createCampaign()
  await save(id, 'Mine')
  await save(id, 'Mine')
  expect(await subjects(id)).toEqual([])
  await alice.call(writingRoutes.generate, { params: { id }, body: {} })
  expect(await subjects(id)).toEqual(['Mine'])
})

test('of more than fifty former texts the oldest go, those of other campaigns stay', async () => {
  const [id, other] = [await createCampaign(), await createCampaign()]
  await save(other, 'Old')
  await save(other, 'New')
  for (let n = 0; n <= TEMPLATE_VERSIONS_MAX + 2; n++) await save(id, `Text ${n}`)
  const kept = await subjects(id)
  expect(kept).toHaveLength(TEMPLATE_VERSIONS_MAX)
  expect([kept[0], kept.at(-1)]).toEqual([`Text ${TEMPLATE_VERSIONS_MAX + 1}`, 'Text 2'])
  expect(await subjects(other)).toEqual(['Old'])
})

test('former texts come back with a deleted campaign and go into its duplicate', async () => {
  const id = await createCampaign()
  await save(id, 'One')
  await save(id, 'Two')
  const { answer } = await alice.call(campaignRoutes.delete, { params: { id } })
  expect((await list(id)).status).toBe(404)
  await alice.call(removalRoutes.undo, { params: { removalId: answer.undo! } })
  expect(await subjects(id)).toEqual(['One'])
  clock.advance(1000)
  const copy = (await alice.call(campaignRoutes.duplicate, { params: { id } })).answer.id
  expect(await subjects(copy)).toEqual(['One'])
  await save(copy, 'Three')
  expect(await subjects(copy)).toEqual(['Two', 'One'])
  expect(await subjects(id)).toEqual(['One'])
})
