import { campaignRoutes } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { alice, bob, visitor, app, mail, drain, query } = await startTestApp()
const { db } = app.database

const add = (text: string, who: Customer = alice, file_name?: string) =>
  who.call(suppressionRoutes.add, { body: { text, ...(file_name ? { file_name } : {}) } })
const list = async (search = '', who: Customer = alice) =>
  (await who.call(suppressionRoutes.list, { query: { search } })).answer
const mailTo = (email: string) => mail.accepted.filter(({ envelope }) => envelope.to === email).length

test('addresses and domains are added by hand and by CSV, and existing entries stay unchanged', async () => {
  const typed = (await add('one@list.example\nlist2.example\nnonsense')).answer
  expect(typed).toMatchObject({ added: 2, known: 0, invalid: ['nonsense'], invalid_count: 1 })
  const file = (await add('Email\r\nONE@list.example\r\ntwo@list.example\r\n', alice, 'wishes.csv')).answer
  expect(file).toMatchObject({ added: 1, known: 1, invalid_count: 0 })
  const { total, suppressions } = await list('list')
  expect(total).toBe(3)
  expect(suppressions.find(({ address }) => address === 'two@list.example')).toMatchObject({
    address: 'two@list.example',
    kind: 'address',
    reason: 'manual',
    can_remove: true,
    source: 'From the file wishes.csv',
  })
  expect(suppressions.map(({ address }) => address)).toContain('list2.example')
})

test('text without an address is refused with a sentence and adds nothing', async () => {
  const before = (await list()).total
  expect((await add('hello there')).refusal.message).toBe(
    'There is no email address or domain in this text. Nothing was added.',
  )
  expect((await add('  ')).refusal.message).toBe('Please enter at least one email address or domain')
  expect((await list()).total).toBe(before)
})

test('a suppressed domain stops mail to all its addresses and subdomains', async () => {
  const emails = ['ann@stop.example', 'bob@mail.stop.example', 'cid@nonstop.example']
  const { id } = await writeCampaign(alice, emails)
  await add('stop.example')
  await startSend(alice, id)
  await drain()
  expect(emails.map(mailTo)).toEqual([0, 0, 1])
  expect(await readStatuses(alice, id)).toMatchObject({ [emails[0]!]: 'unsubscribed', [emails[2]!]: 'sent' })
})

test('adding to a campaign leaves out suppressed prospects and says so', async () => {
  await add('left@out.example')
  const { id } = await writeCampaign(alice, ['first@out.example'])
  const people = await Promise.all(
    ['left@out.example', 'in@out.example'].map((email) =>
      alice.call(prospectRoutes.create, { body: { email, first_name: 'Pat' } }),
    ),
  )
  const prospects = people.map(({ answer }) => answer.id)
  const { answer } = await alice.call(campaignRoutes.addProspects, { params: { id }, body: { prospects } })
  expect(answer).toMatchObject({ added: 1, suppressed: 1 })
  expect(answer.message).toBe('1 prospect added. 1 was left out: it is on your do-not-contact list')
  expect(Object.keys(await readStatuses(alice, id))).not.toContain('left@out.example')
})

test('a deleted contact’s opt-out stays as a hash', async () => {
  const email = 'gone@shop.example'
  const { prospects } = await writeCampaign(alice, [email])
  await app.features.suppressions.suppress(db, alice.id, {
    email,
    reason: 'unsubscribed',
    recipient_id: null,
  })
  await alice.call(prospectRoutes.remove, { params: { id: prospects[0]! } })
  const rows = await query<{ email: string | null }>(
    'select email from suppressions where owner_id = $1 and reason = $2',
    [alice.id, 'unsubscribed'],
  )
  expect(rows).toEqual([{ email: null }])
  const again = await writeCampaign(alice, [email])
  expect((await startSend(alice, again.id)).refusal.code).toBe('sending.nobody')
  // Only the whole address finds the entry, not a part of it.
  expect((await list(email)).suppressions).toMatchObject([{ address: null, reason: 'unsubscribed' }])
  expect((await list('gone@')).total).toBe(0)
})

test('an entry made by hand can be removed, an opt-out can’t', async () => {
  await add('typo@shop.example')
  const [entry] = (await list('typo@shop.example')).suppressions
  expect((await alice.call(suppressionRoutes.remove, { params: { id: entry!.id } })).status).toBe(200)
  expect((await list('typo@shop.example')).total).toBe(0)
  expect((await add('typo@shop.example')).answer.added).toBe(1)

  const wish = { email: 'wish@shop.example', reason: 'complaint', recipient_id: null } as const
  await app.features.suppressions.suppress(db, alice.id, wish)
  const [kept] = (await list('wish@shop.example')).suppressions
  expect(kept).toMatchObject({ can_remove: false, source: 'Spam report from the mail provider' })
  const refused = await alice.call(suppressionRoutes.remove, { params: { id: kept!.id } })
  expect(refused.refusal.code).toBe('suppressions.permanent')
})

test('the list is exported with its hashes', async () => {
  await add('export@shop.example')
  const { answer } = await alice.call(suppressionRoutes.exportCsv)
  const text = await (answer as unknown as Blob).text()
  expect(text).toMatch(/export@shop\.example,address,manual,Added by hand,[^,]+,[0-9a-f]{64}/)
})

test('Bob cannot see or remove Alice’s entries and is not affected by them', async () => {
  await add('private@alice-only.example')
  expect((await list('alice-only', bob)).total).toBe(0)
  const [entry] = (await list('alice-only')).suppressions
  const removed = await bob.call(suppressionRoutes.remove, { params: { id: entry!.id } })
  expect(removed.refusal.code).toBe('suppressions.not_found')
  expect((await visitor.call(suppressionRoutes.list, { query: {} })).status).toBe(401)
  const { id } = await writeCampaign(bob, ['private@alice-only.example'])
  await startSend(bob, id)
  await drain()
  expect(mailTo('private@alice-only.example')).toBe(1)
})
