import { randomUUID } from 'node:crypto'
import { buildReply } from '@goldpan/campaign-mail/samples'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { DOVECOT_PASSWORD, startDovecot } from '../dovecot-server.ts'
import { startTestApp } from '../harness.ts'
import { addMailbox } from '../own-mailbox.ts'
import { readStatuses, startSend, writeCampaign } from '../written-campaign.ts'
import { startWorker, until } from './worker-process.ts'

const REPLIES = 5
const dovecot = await startDovecot()
afterAll(() => dovecot.close())
const left = new Map<string, Buffer>()
const { alice, drain, query, clock, databaseUrl } = await startTestApp({
  environment: { SENDING_PACE: 'free' },
  ports: {
    systemClock,
    mailboxes: {
      testSending: async () => null,
      async handOver(_access, { envelope, raw }, options) {
        await options?.beforeBody?.()
        left.set(envelope.to, raw)
        return { outcome: 'accepted', code: 250, answer: '250 OK' }
      },
      close: async () => undefined,
    },
  },
})
const environment = {
  DATABASE_URL: databaseUrl,
  MAILBOX_ALLOW_PRIVATE: `127.0.0.1:${dovecot.port}`,
  MAILBOX_POLL_SECONDS: '1',
  MAIL_SMTP_URL: 'smtp://127.0.0.1:9',
}
const read = () => startWorker(environment, { provokes: /inbound_messages|lock timeout/ })
const countStored = async () =>
  (await query<{ n: number }>('select count(*)::int as n from inbound_messages'))[0]!.n
/** A lease ends by itself after half a minute. */
const endLeases = () => query('update mailbox_looks set held_until = now()')

/** Mail that comes in waits, as before a slow disk. */
async function holdStorage() {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table inbound_messages in access exclusive mode')
  return () => client.end()
}

test('a process killed between fetching and storing loses nothing, and nothing is stored twice (MBOX-47, MBOX-38)', async () => {
  const user = randomUUID()
  const imap = { host: '127.0.0.1', port: dovecot.port, security: 'starttls', username: user }
  await addMailbox(
    { query, clock },
    { owner: alice.id, address: 'pat@own.example', password: DOVECOT_PASSWORD, imap },
  )
  const campaign = await writeCampaign(alice, REPLIES)
  await startSend(alice, campaign.id)
  await drain()
  for (const [n, email] of campaign.emails.entries()) {
    const from = { name: 'Rita Reader', address: email }
    const sample = { original: left.get(email)!, date: new Date(), from, text: `Yes, number ${n}` }
    await dovecot.deliver(user, await buildReply(sample), n % 2 ? 'junk' : 'inbox')
  }
  const secret = Buffer.from(
    'From: <notary@private.example>\r\nMessage-ID: <x@private.example>\r\n\r\nSecret\r\n',
  )
  await dovecot.deliver(user, secret, 'inbox')
  const before = await dovecot.list(user)
  const countFetched = async () =>
    (await dovecot.listCommands(user)).filter((command) => /^UID FETCH.*BODY\.PEEK\[\]/.test(command)).length

  const release = await holdStorage()
  const first = await read()
  await until('it has fetched them and stores them', async () => {
    const waiting = await query(
      "select 1 from pg_locks where relation = 'inbound_messages'::regclass and mode = 'RowExclusiveLock' and not granted",
    )
    return waiting.length > 0 && (await countFetched()) >= REPLIES
  })
  await first.kill()
  await release()
  expect(await countStored()).toBe(0)
  expect(await query('select 1 from mailbox_places')).toEqual([])

  await endLeases()
  const second = await read()
  await until('all are handled', async () =>
    Object.values(await readStatuses(alice, campaign.id)).every((status) => status === 'responded'),
  )
  await second.kill()
  await endLeases()
  const [{ read_at }] = (await query<{ read_at: Date }>('select read_at from mailboxes')) as [
    { read_at: Date },
  ]
  const fetched = await countFetched()
  const third = await read()
  await until('it was read again', async () => {
    const [row] = await query<{ read_at: Date }>('select read_at from mailboxes')
    return row!.read_at > read_at
  })
  await third.kill()
  expect(await countStored()).toBe(REPLIES)
  expect(await countFetched()).toBe(fetched)
  expect(await dovecot.list(user)).toEqual(before)
})
