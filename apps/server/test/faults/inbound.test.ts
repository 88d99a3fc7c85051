import { setTimeout as pause } from 'node:timers/promises'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { createSmtpMail, parseSmtpUrl } from '../../src/providers/mail/smtp.ts'
import { startTestApp } from '../harness.ts'
import { findFreePort } from './free-port.ts'
import { startSink } from './mail-sink.ts'
import { sized } from './size.ts'
import { ageHeartbeats, startInbound, until } from './worker-process.ts'

const MESSAGES = sized(60, 500)
const KILLS = sized(2, 20)
const SENDERS = 8

const { alice, app, query } = await startTestApp({ ports: { systemClock } })

test(
  'mail that a killed listener had acknowledged with 250 is stored once and forwarded once (I6)',
  async () => {
    const sink = await startSink(() => Math.random() * 5)
    const port = await findFreePort()
    const { emailId, reply_domain } = (await alice.call(signatureRoutes.getReturnAddress)).answer
    const to = `${emailId}@${reply_domain}`
    const sender = createSmtpMail({
      server: async () => parseSmtpUrl(`smtp://127.0.0.1:${port}`, 'mail.shop.example'),
      idleSessions: SENDERS,
    })
    const acknowledged = new Set<number>()
    let next = 0

    /** Retries what was not acknowledged, as mail servers do. */
    async function deliverAll(): Promise<void> {
      for (let n = next++; n < MESSAGES; n = next++) {
        const from = `reader${n}@shop.example`
        const raw = Buffer.from(
          `From: Reader <${from}>\r\nTo: ${to}\r\nSubject: Question ${n}\r\nMessage-ID: <q${n}@shop.example>\r\nDate: Mon, 2 Mar 2026 09:00:00 +0000\r\n\r\nWhat does it cost for ${n} ovens?\r\n`,
        )
        for (;;) {
          const { outcome } = await sender.handOver({ raw, envelope: { from, to } })
          if (outcome === 'accepted') break
          await pause(50)
        }
        acknowledged.add(n)
      }
    }

    const start = () =>
      startInbound({
        DATABASE_URL: app.database.url,
        INBOUND_SMTP_PORT: String(port),
        MAIL_SMTP_URL: sink.url,
      })
    const delivering = Promise.all(Array.from({ length: SENDERS }, deliverAll))
    for (let kill = 0; kill < KILLS; kill++) {
      const process = await start()
      const goal = Math.min(acknowledged.size + Math.ceil(MESSAGES / (KILLS + 1)), MESSAGES - 1)
      await until('the listener is receiving mail', () => acknowledged.size >= goal)
      await process.kill()
      await ageHeartbeats(query)
    }
    const last = await start()
    await delivering
    await until('everything is handled and forwarded', async () => {
      const [open] = await query<{ n: number }>(
        `select count(*)::int as n from inbound_messages
       where handled_at is null or forward_state in ('queued', 'claimed', 'transmitting')`,
      )
      return open!.n === 0
    })
    await last.kill()
    await sender.close()

    const rows = await query<{ subject: string; forward_state: string }>(
      'select subject, forward_state from inbound_messages',
    )
    const subjects = rows.map(({ subject }) => subject).toSorted()
    expect(subjects, 'each is stored once').toEqual(
      Array.from({ length: MESSAGES }, (_, n) => `Question ${n}`).toSorted(),
    )
    const forwards = sink.accepted.filter(({ to: email }) => email === alice.email)
    const ids = forwards.map(({ messageId }) => messageId)
    expect(new Set(ids).size, 'none is forwarded twice').toBe(ids.length)
    const having = (state: string) => rows.filter(({ forward_state }) => forward_state === state).length
    expect(having('sent') + having('unconfirmed'), 'each is forwarded or unconfirmed').toBe(MESSAGES)
    expect(ids.length).toBeGreaterThanOrEqual(having('sent'))
    console.info(
      `${KILLS} kills, ${MESSAGES} messages in: ${having('sent')} forwarded, ${having('unconfirmed')} unknown`,
    )
  },
  sized(600_000, 900_000),
)
