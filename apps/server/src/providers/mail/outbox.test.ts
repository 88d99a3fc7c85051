import { afterAll } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxReader } from './outbox-reader.ts'
import { mailSuite } from './suite.ts'

const { app, clock } = await startTestApp()
const outbox = createOutbox({ db: app.database.db, clock })
const reader = createOutboxReader(app.database.db)
afterAll(() => outbox.close())

mailSuite('the built-in outbox', async () => ({
  mail: outbox,
  received: async (to) =>
    Promise.all((await reader.list(to, 100)).map(async ({ id }) => (await reader.find(id))!.raw)),
}))
