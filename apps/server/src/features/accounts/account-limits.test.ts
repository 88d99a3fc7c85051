import { accountLimits, FILES_MAX_BYTES } from '@goldpan/contract/account-limits'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { supportRoutes } from '@goldpan/contract/support'
import { tableRoutes } from '@goldpan/contract/tables'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { createFakeFiles } from '../../providers/files/fake.ts'

/** Lower limits, because reaching the real ones takes minutes. */
for (const what of ['business_tables', 'prospects', 'campaigns', 'person_holds'] as const) {
  const { most } = accountLimits[what]
  Object.assign(accountLimits[what], { most: 50 })
  afterAll(() => void Object.assign(accountLimits[what], { most }))
}

const files = createFakeFiles()
const { alice, bob, query } = await startTestApp({ ports: { files } })

const business = { place_id: 'osm:node/1', name: 'Ofen', address: 'Goldwater', website: null, phone: null }
const createTable = (who: Customer) =>
  who.call(tableRoutes.create, { body: { name: 'Bakeries', query: 'bakery', businesses: [business] } })
const createCampaign = (who: Customer) =>
  who.call(campaignRoutes.create, { body: { name: 'Ovens', marketing_copy: 'We repair ovens.' } })
const createProspect = (who: Customer) =>
  who.call(prospectRoutes.create, { body: { email: 'anna@shop.example' } })

const fill = (sql: string, count: number) =>
  query(`${sql} from generate_series(1, $2::int) n`, [alice.id, count])

test('an account at its limit of tables is refused more with a sentence, and Bob is not affected', async () => {
  await fill(
    `insert into business_tables (owner_id, name, query, created_at) select $1, 'Table ' || n, 'q', now()`,
    accountLimits.business_tables.most,
  )
  const { status, refusal } = await createTable(alice)
  expect([status, refusal.code, refusal.message]).toEqual([
    409,
    'account.full',
    'An account can hold 50 business tables. Please delete some first; nothing was saved.',
  ])
  expect((await createTable(bob)).status).toBe(200)
  await query('delete from business_tables where owner_id = $1 and name = $2', [alice.id, 'Table 1'])
  expect((await createTable(alice)).status).toBe(200)
})

test('an account at its limit of holds can’t add more until one ends', async () => {
  await fill(
    `insert into person_holds (owner_id, email, until, reason, created_at)
     select $1, 'p' || n || '@shop.example', '2026-04-01'::timestamptz, 'manual', now()`,
    accountLimits.person_holds.most,
  )
  const hold = (who: Customer) =>
    who.call(followUpRoutes.hold, { body: { email: 'anna@shop.example', until: '2026-03-20' } })
  const { status, refusal } = await hold(alice)
  expect([status, refusal.code]).toEqual([409, 'account.full'])
  expect((await hold(bob)).status).toBe(200)
  await query("update person_holds set until = '2026-01-01' where owner_id = $1 and email = $2", [
    alice.id,
    'p1@shop.example',
  ])
  expect((await hold(alice)).status).toBe(200)
})

test('an account at its limit of campaigns can’t create more, also by duplicating', async () => {
  const { answer } = await createCampaign(alice)
  await fill(
    `insert into campaigns (owner_id, name, marketing_copy, created_at, updated_at) select $1, 'C' || n, 'c', now(), now()`,
    accountLimits.campaigns.most - 1,
  )
  const doubled = await alice.call(campaignRoutes.duplicate, { params: { id: answer.id } })
  for (const { status, refusal } of [await createCampaign(alice), doubled])
    expect([status, refusal.code]).toEqual([409, 'account.full'])
  expect((await createCampaign(bob)).status).toBe(200)
})

test('an account at its limit of prospects can’t add or gather more', async () => {
  const table = await createTable(bob)
  await query(
    `insert into prospects (owner_id, email, created_at, updated_at)
     select $1, 'p' || n || '@many.example', now(), now() from generate_series(1, $2::int) n`,
    [bob.id, accountLimits.prospects.most],
  )
  const body = { businessTableId: table.answer.id, businessIds: [business.place_id] }
  for (const { status, refusal } of [
    await createProspect(bob),
    await bob.call(gatheringRoutes.start, { body }),
  ])
    expect([status, refusal.code]).toEqual([409, 'account.full'])
  expect((await createProspect(alice)).status).toBe(200)
})

test('the images of an account share a quota, and further ones are not stored', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c90' } })
    .png()
    .toBuffer()
  const picture = { file: new Blob([new Uint8Array(png)], { type: 'image/png' }), fileName: 'p.png' }
  const upload = (who: Customer) => who.call(signatureRoutes.uploadImage, picture)
  const ask = (who: Customer) =>
    who.call(supportRoutes.send, {
      ...picture,
      body: { type: 'question', title: 'A question', description: 'How do I begin here?', priority: 'low' },
    } as never)
  expect((await upload(alice)).status).toBe(200)
  const [row] = await query<{ bytes: number }>('select bytes from signature_images where owner_id = $1', [
    alice.id,
  ])
  expect(row!.bytes).toBeGreaterThan(0)
  await query('update signature_images set bytes = $1 where owner_id = $2', [FILES_MAX_BYTES, alice.id])
  for (const { status, refusal } of [await upload(alice), await ask(alice)]) {
    expect([status, refusal.code]).toEqual([409, 'account.full'])
    expect(refusal.message).toContain('100 MB')
  }
  expect(await query('select 1 from signature_images where owner_id = $1', [alice.id])).toHaveLength(1)
  expect((await upload(bob)).status).toBe(200)
  expect((await ask(bob)).status).toBe(200)
  const [asked] = await query<{ bytes: number }>('select screenshot_bytes as bytes from support_requests')
  expect(asked!.bytes).toBeGreaterThan(0)
})
