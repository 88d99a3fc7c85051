import { afterAll } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { systemScope } from '../../db/owner.ts'
import { listMessages } from './outbox.store.ts'
import { createOutbox } from './outbox.ts'
import { mailSuite } from './suite.ts'

const { app, clock } = await startTestApp()
const outbox = createOutbox({ db: app.database.db, clock })
afterAll(() => outbox.close())

mailSuite('the built-in outbox', async () => ({
  mail: outbox,
  received: async (to) =>
    (await listMessages(systemScope('test'), app.database.db, to, 100)).map(({ raw }) => raw),
}))
