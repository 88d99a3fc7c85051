import { expect, test } from 'vitest'
import { createConversations } from '../../../test/answered-conversation.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { addMailbox } from '../../../test/own-mailbox.ts'
import { createFakeMailboxReading } from '../../providers/mailbox-reading/fake.ts'
import { mailboxReadingJob } from '../mailbox-reading/mailbox-reading.ts'
import { inboundJob } from '../replies/replies.ts'

const reading = createFakeMailboxReading()
const testApp = await startTestApp({ ports: { mailboxReading: reading } })
const { alice, bob, app, clock, createCustomer, drain } = testApp
const { begin, answer, release, arrived } = createConversations(testApp)

const audit = { operator: 'sam (terminal)', reason: 'Bought lists' }
const suspend = ({ email }: Customer) => app.features.operatorAccounts.suspend(email, audit)
const unsuspend = ({ email }: Customer) => app.features.operatorAccounts.unsuspend(email, audit)

async function look() {
  clock.advance(120_000)
  await app.ports.jobs.enqueue(app.database.db, mailboxReadingJob, {}, { key: 'look' })
  await drain()
}

test('own mailboxes of a suspended account are read later, those of Bob as always', async () => {
  await addMailbox(testApp, { owner: alice.id, address: 'alice@own.example' })
  await addMailbox(testApp, { owner: bob.id, address: 'bob@own.example' })
  await suspend(alice)
  await look()
  expect([reading.at('alice@own.example').looks, reading.at('bob@own.example').looks]).toEqual([0, 1])
  await unsuspend(alice)
  await look()
  expect(reading.at('alice@own.example').looks).toBe(1)
})

test('an answer that waits to leave waits for the end of the suspension', async () => {
  const carol = await createCustomer('Carol')
  const { email, message } = await begin(carol)
  await answer(carol, message, 'It costs 90 EUR.')
  await suspend(carol)
  await app.ports.jobs.enqueue(app.database.db, inboundJob, {})
  await release()
  expect(arrived(email)).toHaveLength(0)
  await unsuspend(carol)
  await app.ports.jobs.enqueue(app.database.db, inboundJob, {})
  await drain()
  expect(arrived(email)).toHaveLength(1)
})
