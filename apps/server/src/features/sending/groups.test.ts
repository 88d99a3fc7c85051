import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import {
  readDeliveries,
  readJob,
  readStatuses,
  startSend,
  writeCampaign,
} from '../../../test/written-campaign.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'
import { NO_PACE } from './pace.rules.ts'

const dns = createFakeDns()
const { alice, app, mail, drain, query } = await startTestApp({
  ports: { dns },
  environment: { MAIL_SMTP_URL: 'smtp://mail.test.example:587', DKIM: 'off', DOMAIN_CHECK: 'off' },
})

test('an address at a domain that takes no mail at all fails at once, with that reason and at no cost', async () => {
  await alice.call(sendingCareRoutes.savePace, { body: NO_PACE })
  dns.servers.set('silent.example', ['.'])
  dns.servers.set('quiet.example', [''])
  dns.servers.set('fine.example', ['mx.fine.example'])
  const emails = ['a@silent.example', 'b@quiet.example', 'c@fine.example']
  const { id } = await writeCampaign(alice, emails)
  const { answer: started } = await startSend(alice, id)
  await drain()
  const written = mail.accepted.map(({ envelope }) => envelope.to)
  expect(written.filter((to) => emails.includes(to))).toEqual(['c@fine.example'])
  expect((await readJob(alice, started.job_id)).result).toEqual({
    sent_count: 1,
    failed_count: 2,
    unconfirmed_count: 0,
  })
  expect(await readStatuses(alice, id)).toMatchObject({ 'a@silent.example': 'failed' })
  const deliveries = await readDeliveries(alice, id)
  expect(deliveries.find(({ email }) => email === 'a@silent.example')).toMatchObject({
    state: 'failed',
    reason: 'Not sent: silent.example says in its MX record that it accepts no email',
    attempts: [],
  })
  const suppressed = await app.features.suppressions.findSuppressed(app.database.db, alice.id, emails)
  expect([...suppressed.keys()].sort()).toEqual(['a@silent.example', 'b@quiet.example'])
  const [charged] = await query<{ units: number }>(
    "select sum(units)::int as units from usage_entries where owner_id = $1 and usage_type = 'emails_sent'",
    [alice.id],
  )
  expect(charged!.units).toBe(1)
})
