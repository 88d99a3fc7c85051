import { gatheringRoutes } from '@goldpan/contract/gathering'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { provenanceRoutes } from '@goldpan/contract/provenance'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { createFakeCrawler, fakeContact } from '../../../test/fake-crawler.ts'
import { startTestApp } from '../../../test/harness.ts'

const TEAM =
  'Ann Lee · ann@oak.example · +49 30 7654321 · Jo Day · jo@oak.example · Max · max [at] oak.example'

/** A website with the whole team on one page. */
const crawler = createFakeCrawler()
const findContacts = crawler.findContacts
crawler.findContacts = async (business, options) => {
  const report = await findContacts(business, options)
  if (business.website?.includes('oak')) report.contacts = [fakeContact('jo@oak.example', { snippet: TEAM })]
  return report
}
const { alice, bob, drain } = await startTestApp({ ports: { crawler } })

async function gatherOne(website: string, place_id: string) {
  const businesses = [{ place_id, name: 'The Mill', address: '1 Mill Lane', phone: null, website }]
  const table = await alice.call(tableRoutes.create, { body: { name: 'Mills', query: 'mill', businesses } })
  const body = { businessTableId: table.answer.id, businessIds: [place_id] }
  await alice.call(gatheringRoutes.start, { body })
  await drain()
  const found = await alice.call(prospectRoutes.listOfBusiness, {
    params: { placeId: place_id },
    query: {},
  })
  return found.answer[0]!.id
}

const gathered = await gatherOne('https://mill.example', 'osm:node/1')
const ask = async (id: string) => (await alice.call(provenanceRoutes.get, { params: { id } })).answer

test("'Where did you get my address?' is answered with page, date, method and an opt-out", async () => {
  const { record, subject, text } = await ask(gathered)
  expect(record).toMatchObject({
    email: 'info@mill.example',
    origin: 'website',
    source_url: 'https://shop.example/contact',
    method: 'mailto',
  })
  expect(subject).toBe('Where I got your address')
  expect(text).toBe(`Hello,

you asked where I got your address (info@mill.example). Thank you for asking; this is everything I know.

A program that reads the public pages of business websites found it on 2 March 2026 on this page:
https://shop.example/contact
It was in an email link.

The page said: “Write to info@mill.example”

Besides the address I store the business it belongs to (The Mill).

If you do not want to hear from me, just reply with a word: I will delete these details and never write to you again.

Kind regards
Alice Tester`)
})

test('the record is available as JSON and as text', async () => {
  const exportAs = async (format: 'json' | 'text') => {
    const { answer, headers } = await alice.call(provenanceRoutes.export, {
      params: { id: gathered },
      query: { format },
    })
    return { body: answer as unknown, name: headers['content-disposition'] }
  }
  const json = await exportAs('json')
  expect(json.body).toMatchObject({ email: 'info@mill.example', found_at: expect.stringContaining('2026') })
  expect(json.name).toContain('address-of-info-mill.example.json')
  const text = await (await exportAs('text')).body
  expect(await (text as Blob).text()).toContain('source url: https://shop.example/contact')
})

test('neither the letter nor the files contain colleagues’ addresses and numbers', async () => {
  const id = await gatherOne('https://oak.example', 'osm:node/2')
  const quoted =
    'Ann Lee · [address left out] · [number left out] · Jo Day · jo@oak.example · Max · [address left out]'
  const { record, text } = await ask(id)
  expect(record.snippet).toBe(quoted)
  expect(text).toContain(`The page said: “${quoted}”`)
  for (const format of ['json', 'text'] as const) {
    const { answer } = await alice.call(provenanceRoutes.export, { params: { id }, query: { format } })
    const file = format === 'json' ? JSON.stringify(answer) : await (answer as Blob).text()
    expect(file).toContain(quoted)
    expect(file).not.toMatch(/ann@|max \[at|7654321/)
  }
})

test('a changed address is not presented as the one on the page', async () => {
  await alice.call(prospectRoutes.patch, { params: { id: gathered }, body: { email: 'jo@mill.example' } })
  const { text } = await ask(gathered)
  expect(text).toContain('found the address info@mill.example on 2 March 2026')
  expect(text).toContain('I have since corrected the address by hand.')
  await alice.call(prospectRoutes.patch, { params: { id: gathered }, body: { email: 'Info@mill.example' } })
  expect((await ask(gathered)).record.found_email).toBeNull()
})

test('a prospect added by hand says so', async () => {
  const body = {
    email: 'ann@typed.example',
    first_name: 'Ann',
    last_name: 'Lee',
    title: 'Owner',
    phone: '+31201',
  }
  const { answer } = await alice.call(prospectRoutes.create, { body })
  const { record, text } = await ask(answer.id)
  expect(record.origin).toBe('hand')
  expect(text).toContain('Hello Ann Lee,')
  expect(text).toContain('I added it myself, by hand or from a list')
  expect(text).toContain('I store your name, your role (Owner), a telephone number (+31201).')
})

test('Bob cannot read the provenance of Alice’s prospects', async () => {
  const params = { id: gathered }
  const answers = [
    await bob.call(provenanceRoutes.get, { params }),
    await bob.call(provenanceRoutes.export, { params, query: { format: 'json' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})
