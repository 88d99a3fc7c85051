import { prospectRoutes } from '@goldpan/contract/prospects'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, bob, query } = await startTestApp()

const saved = await alice.call(tableRoutes.create, {
  body: {
    name: 'Mills',
    query: 'mill',
    businesses: [{ place_id: 'm1', name: 'Mill', address: 'x', website: null, phone: null }],
  },
})
const table = saved.answer.id

await query(
  `insert into prospects (owner_id, business_table_id, email, first_name, last_name, status, created_at, updated_at)
   select $1, case when n % 2 = 0 then $2::uuid end, 'p' || lpad(n::text, 3, '0') || '@mill.example',
     case when n % 5 = 0 then 'Ärne' else 'Zoe' end, 'Nr ' || n,
     case when n % 3 = 0 then 'contacted' else 'new' end, timestamptz '2026-01-01' + n * interval '1 minute', now()
   from generate_series(1, 250) n`,
  [alice.id, table],
)

type Query = NonNullable<Parameters<typeof listPage>[0]>
const listPage = async (
  asked: { cursor?: string; [name: string]: string | number | undefined },
  who = alice,
) => {
  const { status, answer, headers, refusal } = await who.call(prospectRoutes.list, { query: asked as never })
  return { status, answer, refusal, next: headers['next-cursor'], total: headers['total-count'] }
}

async function readAll(asked: Query) {
  const emails: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await listPage({ ...asked, limit: 40, ...(cursor ? { cursor } : {}) })
    emails.push(...page.answer.map(({ email }) => email))
    if (page.next === undefined) return emails
    cursor = String(page.next)
  }
}

test('without a limit the list is complete, newest first (PROS-20)', async () => {
  const { answer, next, total } = await listPage({})
  expect(answer).toHaveLength(250)
  expect(answer[0]?.email).toBe('p250@mill.example')
  expect([next, total]).toEqual([undefined, '250'])
})

test.each(['added', 'name', 'business', 'table', 'email', 'status', 'last_contact'])(
  'paging by %s in either direction returns every prospect once',
  async (sort) => {
    const up = await readAll({ sort, direction: 'ascending' })
    const down = await readAll({ sort, direction: 'descending' })
    expect(new Set(up).size).toBe(250)
    expect(down).toEqual(up.toReversed())
  },
)

test('names are sorted alphabetically, not by their bytes', async () => {
  const { answer } = await listPage({ sort: 'name', limit: 1 })
  expect(answer[0]?.first_name).toBe('Ärne')
})

test('the server filters by text in email and names, by status and by table (PROS-02)', async () => {
  expect((await listPage({ text: 'P007@', limit: 10 })).total).toBe('1')
  const named = await listPage({ text: 'ärne nr 10', sort: 'email', limit: 10 })
  expect(named.answer.map(({ email }) => email)).toEqual([
    'p010@mill.example',
    'p100@mill.example',
    'p105@mill.example',
  ])
  expect((await listPage({ text: 'ä', status: 'contacted', table, limit: 10 })).total).toBe('8')
  expect((await listPage({ text: '100%', limit: 10 })).total).toBe('0')
  expect((await listPage({ text: '_', limit: 10 })).total).toBe('0')
})

test('a cursor that is forged, malformed or of another sort is refused with a message', async () => {
  const { next } = await listPage({ limit: 10, sort: 'email' })
  const forged = Buffer.from(JSON.stringify(['added descending', "x'; --", 'y'])).toString('base64url')
  for (const asked of [
    { cursor: String(next), sort: 'name' },
    { cursor: 'nonsense' },
    { cursor: forged },
    { cursor: Buffer.from('{}').toString('base64url') },
  ]) {
    const { status, refusal } = await listPage({ ...asked, limit: 10 })
    expect([status, refusal.code]).toEqual([400, 'prospects.bad_cursor'])
  }
  expect((await listPage({ text: 'a\0b' })).status).toBe(400)
  expect((await listPage({ limit: 0 })).status).toBe(400)
  expect((await listPage({ status: 'nonsense' })).status).toBe(400)
})

test('Bob’s list has nothing of Alice’s at any cursor', async () => {
  const { next } = await listPage({ limit: 10 })
  const page = await listPage({ limit: 10, cursor: String(next) }, bob)
  expect([page.answer, page.next]).toEqual([[], undefined])
  expect((await listPage({ table, limit: 10 }, bob)).total).toBe('0')
})

test('the export has the filtered prospects, with formulas as text (BEYOND-02)', async () => {
  await alice.call(prospectRoutes.create, {
    body: { email: 'x@forge.example', first_name: '=cmd|’/c calc’!A0', notes: '@SUM(1)' },
  })
  const { answer } = await alice.call(prospectRoutes.exportCsv, { query: { text: 'forge' } })
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain("'=cmd|")
  expect(lines[1]).toContain("'@SUM(1)")
})

test('each listing says whom no campaign writes to, and Bob’s list doesn’t matter to it', async () => {
  const emails = ['Pat@barred.example', 'pat@sub.closed.example', 'pat@open.example']
  const ids: string[] = []
  for (const email of emails)
    ids.push((await alice.call(prospectRoutes.create, { body: { email } })).answer.id)
  await alice.call(suppressionRoutes.add, { body: { text: 'pat@barred.example closed.example' } })
  await bob.call(suppressionRoutes.add, { body: { text: 'pat@open.example' } })
  await query("update suppressions set reason = 'bounced' where email = 'pat@barred.example'")
  const listed = async () => {
    const { answer } = await listPage({ text: 'pat@', sort: 'email', limit: 10 })
    return answer.map(({ do_not_contact }) => do_not_contact)
  }
  expect(await listed()).toEqual(['bounced', null, 'manual'])
  const { answer } = await alice.call(prospectRoutes.patch, { params: { id: ids[0]! }, body: { notes: 'x' } })
  expect(answer.do_not_contact).toBe('bounced')
  await query('update suppressions set lifted_at = now()')
  expect(await listed(), 'lifted').toEqual([null, null, null])
})
