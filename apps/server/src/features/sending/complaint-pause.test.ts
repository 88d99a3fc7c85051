import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { SECRET_KEY } from '../../../test/secret-key.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'

const { alice, bob, mail, drain, query, clock, databaseUrl } = await startTestApp({
  environment: { OPERATOR_EMAIL: 'operator@goldpan.example' },
})

const admin = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../admin-cli.ts'), ...args],
    { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY } },
  )
  return stdout.trim()
}

test('an account can’t lift its pause for spam complaints; the operator is told and lifts it', async () => {
  const first = await writeCampaign(alice, 60)
  await startSend(alice, first.id)
  await drain()
  await query(
    `insert into tracking_events (owner_id, recipient_id, kind, at)
     select owner_id, id, 'complaint', $2 from recipients where campaign_id = $1 limit 1`,
    [first.id, clock.now().toISOString()],
  )
  const next = await writeCampaign(alice, 1)
  expect((await startSend(alice, next.id)).refusal.code).toBe('sending.paused')
  await drain()
  const [pause] = (await alice.call(sendingCareRoutes.listPauses)).answer
  expect(pause).toMatchObject({ kind: 'complaints', campaign_id: null })
  const letters = mail.accepted.filter(({ envelope }) => envelope.to === 'operator@goldpan.example')
  expect(letters.map(({ raw }) => raw.toString())).toEqual([expect.stringContaining(alice.email)])

  const params = { id: pause!.id }
  const lifted = await alice.call(sendingCareRoutes.liftPause, { params })
  expect([lifted.status, lifted.refusal.code]).toEqual([409, 'sending.pause_of_operator'])
  expect(lifted.refusal.message).toContain('write to support')
  expect((await bob.call(sendingCareRoutes.liftPause, { params })).status).toBe(404)

  expect(await admin('lift-pause', bob.email, '--reason', 'Wrong account')).toContain('was not paused')
  expect(await admin('lift-pause', alice.email, '--reason', 'List bought in error')).toContain(
    'can send again',
  )
  expect((await alice.call(sendingCareRoutes.listPauses)).answer).toEqual([])
  expect(await query('select note from usage_entries where note like $1', ['Pause%'])).toEqual([
    { note: 'Pause of sending lifted: List bought in error' },
  ])
})

test('lifting a pause for bounces does not hide complaints that came before', async () => {
  const { id } = await writeCampaign(bob, 60)
  await startSend(bob, id)
  await drain()
  const at = clock.now().toISOString()
  await query(
    `insert into tracking_events (owner_id, recipient_id, kind, at)
     select owner_id, id, 'complaint', $2 from recipients where campaign_id = $1 limit 1`,
    [id, at],
  )
  clock.advance(1000)
  const [row] = await query<{ id: string }>(
    `insert into sending_pauses (owner_id, kind, sentence, at) values ($1, 'bounces', 'Paused.', $2) returning id`,
    [bob.id, at],
  )
  expect((await bob.call(sendingCareRoutes.liftPause, { params: { id: row!.id } })).status).toBe(200)
  const next = await writeCampaign(bob, 1)
  expect((await startSend(bob, next.id)).refusal.code).toBe('sending.paused')
  expect((await bob.call(sendingCareRoutes.listPauses)).answer).toMatchObject([{ kind: 'complaints' }])
})
