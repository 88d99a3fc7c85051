import { accountRoutes } from '@goldpan/contract/accounts'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { startSink } from './mail-sink.ts'
import { startWorker, until } from './worker-process.ts'

const REPLIES = 1000

const { alice, bob, app, query } = await startTestApp({ ports: { systemClock } })

test('a letter that somebody waits for leaves while a thousand replies are forwarded (INBOX-42)', async () => {
  const { emailId, reply_domain } = (await alice.call(signatureRoutes.getReturnAddress)).answer
  const to = `${emailId}@${reply_domain}`
  for (let n = 0; n < REPLIES; n++) {
    const from = `reader${n}@shop.example`
    const raw = `From: ${from}\r\nTo: ${to}\r\nSubject: Question\r\nMessage-ID: <q${n}@shop.example>\r\n\r\nHow much?\r\n`
    await app.features.replies.receive({ raw: Buffer.from(raw), envelope: { from, to: [to] } })
  }
  const sink = await startSink(() => 250)
  const forwards = () => sink.accepted.filter((mail) => mail.to === alice.email)
  const program = await startWorker({
    ROLES: 'web,worker',
    PORT: '0',
    DATABASE_URL: app.database.url,
    MAIL_SMTP_URL: sink.url,
  })
  await until('replies are being forwarded', () => forwards().length > 10)
  const response = await fetch(program.url + accountRoutes.requestReset.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: bob.email }),
  })
  expect(response.status).toBe(200)
  await until('the letter is there', () => sink.accepted.some((mail) => mail.to === bob.email))
  const before = forwards().length
  await program.kill()
  expect(before, 'most replies still wait').toBeLessThan(REPLIES / 2)
  const [handled] = await query<{ n: number }>(
    'select count(*)::int as n from inbound_messages where handled_at is not null',
  )
  expect(handled!.n).toBeGreaterThan(before)
})
