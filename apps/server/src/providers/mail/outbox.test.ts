import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createOutbox, createOutboxReader } from './outbox.ts'
import { mailSuite } from './suite.ts'

const { app, clock, query } = await startTestApp()
const outbox = createOutbox({ db: app.database.db, clock })
const reader = createOutboxReader(app.database.db)
afterAll(() => outbox.close())

mailSuite('the built-in outbox', async () => ({
  mail: outbox,
  received: async (to) =>
    Promise.all((await reader.list({ to }, 100)).map(async ({ id }) => (await reader.find(id))!.raw)),
}))

test.each([
  ['messages', { messages: 3, bytes: 1_000_000 }, ['5', '6', '7']],
  ['bytes', { messages: 100, bytes: 2500 }, ['6', '7']],
])('the outbox keeps its newest messages, up to its limit of %s', async (_what, kept, left) => {
  await query('delete from outbox_messages')
  await query(
    `insert into outbox_messages (envelope_from, envelope_to, raw, received_at)
     select 'a@b.example', n::text, convert_to(repeat('x', 1000), 'utf8'), now() + n * interval '1 second'
     from generate_series(1, 7) n`,
  )

  await createOutboxReader(app.database.db, kept).trim()

  const rows = await query<{ envelope_to: string }>('select envelope_to from outbox_messages order by 1')
  expect(rows.map(({ envelope_to }) => envelope_to)).toEqual(left)
})
