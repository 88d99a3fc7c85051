import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { afterAll, expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { sendingJob } from '../../src/features/sending/sending.ts'
import { createSmtpMail, parseSmtpUrl } from '../../src/providers/mail/smtp.ts'
import { startTestApp } from '../harness.ts'
import { readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { startFaultyMailServer } from './faulty-mail-server.ts'
import { sized } from './size.ts'

/** The limit of new accounts at providers such as Amazon SES. */
const PER_SECOND = 14
const RECIPIENTS = sized(40, 400)
const STEP_MS = 20

const server = await startFaultyMailServer()
afterAll(() => server.down())
const { alice, app, clock, drain } = await startTestApp({
  ports: { mail: createSmtpMail({ server: async () => parseSmtpUrl(server.url, 'client.example') }) },
  environment: {
    MAIL_SMTP_URL: server.url,
    DKIM: 'off',
    DOMAIN_CHECK: 'off',
    SEND_CONNECTIONS_PER_GROUP: '0',
    MAIL_RATE: String(PER_SECOND),
  },
})

test('a mail server limited to 14 messages a second is never offered more, and gets them all (F5)', async () => {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id, emails } = await writeCampaign(alice, RECIPIENTS)
  await drain()
  const accepted: number[] = []
  let refused = 0
  for (const to of emails) {
    let isAccepted = false
    server.faults.set(to, () => {
      if (isAccepted) return {}
      const now = clock.now().getTime()
      if (accepted.filter((at) => at > now - 1000).length >= PER_SECOND) {
        refused += 1
        return { rcpt: '421 4.7.0 Too many messages, slow down' }
      }
      accepted.push(now)
      isAccepted = true
      return {}
    })
  }
  const { answer } = await startSend(alice, id)
  await drain()
  const isOver = async () => (await readJob(alice, answer.job_id)).status === 'completed'
  const started = clock.now().getTime()
  // Small steps with a sweep after each, so that the pace is seen.
  while (!(await isOver()) && clock.now().getTime() < started + RECIPIENTS * 1000) {
    clock.advance(STEP_MS)
    await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
    await drain()
  }
  expect((await readJob(alice, answer.job_id)).result).toEqual({
    sent_count: RECIPIENTS,
    failed_count: 0,
    unconfirmed_count: 0,
  })
  expect(refused).toBe(0)
  const taken = server.bodies.map(({ to }) => to).filter((to) => emails.includes(to))
  expect(taken.toSorted()).toEqual(emails.toSorted())
  const seconds = (accepted.at(-1)! - accepted[0]!) / 1000
  expect((RECIPIENTS - 1) / seconds, 'the limit is used').toBeGreaterThanOrEqual(12)
}, 120_000)
