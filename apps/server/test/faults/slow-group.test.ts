import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { afterAll, expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { createFakeDns } from '../../src/providers/dns/fake.ts'
import { createSmtpMail, parseSmtpUrl } from '../../src/providers/mail/smtp.ts'
import { startTestApp } from '../harness.ts'
import { giveTokens, readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { startFaultyMailServer } from './faulty-mail-server.ts'
import { sized } from './size.ts'
import { until } from './worker-process.ts'

const SLOW = 50
const FAST = sized(60, 1000)
const PER_GROUP = 2

const server = await startFaultyMailServer()
afterAll(() => server.down())
const dns = createFakeDns()
const { alice, drain, query } = await startTestApp({
  ports: {
    dns,
    systemClock,
    mail: createSmtpMail({ server: async () => parseSmtpUrl(server.url, 'client.example') }),
  },
  environment: {
    MAIL_SMTP_URL: server.url,
    DKIM: 'off',
    DOMAIN_CHECK: 'off',
    SEND_CONCURRENCY: '5',
    SEND_CONNECTIONS_PER_GROUP: String(PER_GROUP),
  },
})

test('recipients with slow mail servers hold up nobody else although they come first (F4)', async () => {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const slow = Array.from({ length: SLOW }, (_, n) => `s${n}@slow${n}.example`)
  const fast = Array.from({ length: FAST }, (_, n) => `f${n}@fast${n % 20}.example`)
  for (let n = 0; n < SLOW; n++) dns.servers.set(`slow${n}.example`, ['mx.tardy.example'])
  for (let n = 0; n < 20; n++) dns.servers.set(`fast${n}.example`, [`mx${n}.quick${n}.example`])
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  for (const to of slow) server.faults.set(to, { wait: () => gate })
  await giveTokens(alice, SLOW + FAST, query)
  const { id } = await writeCampaign(alice, [...slow, ...fast])
  await drain()
  const { answer } = await startSend(alice, id)
  const sending = drain()
  const accepted = () => new Set(server.bodies.filter(({ isAccepted }) => isAccepted).map(({ to }) => to))
  await until('all other messages have arrived', () => {
    const arrived = accepted()
    return fast.every((to) => arrived.has(to))
  })
  const held = server.bodies.filter(({ to, isAccepted }) => slow.includes(to) && !isAccepted)
  expect(held.length).toBeGreaterThan(0)
  expect(held.length).toBeLessThanOrEqual(PER_GROUP)
  open()
  await sending
  await until('the slow messages have arrived too', async () => {
    await drain()
    return (await readJob(alice, answer.job_id)).status === 'completed'
  })
  const got = server.bodies.map(({ to }) => to).filter((to) => to !== alice.email)
  expect(got.toSorted()).toEqual([...slow, ...fast].toSorted())
})
