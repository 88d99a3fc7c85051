import { buildReply } from '@goldpan/campaign-mail/samples'
import { accountRoutes } from '@goldpan/contract/accounts'
import { billingRoutes } from '@goldpan/contract/billing'
import { organizationRoutes } from '@goldpan/contract/organizations'
import type { Route } from '@goldpan/contract/route'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { trackingRoutes } from '@goldpan/contract/tracking'
import { expect, test } from 'vitest'
import { listOwnedTables } from '../../src/db/owned-rows.store.ts'
import { startTestApp } from '../harness.ts'
import { makeThings } from './things.ts'

const world = await startTestApp()
const { app, alice, bob, clock, mail, drain, query } = world
const MARK = 'secretmark'
const READER = `${MARK}@shop.example`
/** Text of Alice's; a quote in a reply belongs to the reader. */
const HERS = /secretmark|alice/i

const textOf = (raw: Buffer) => raw.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=')
const linksIn = (text: string) =>
  [...text.matchAll(/http:\/\/localhost:3000(\/[^\s"<>]+)/g)].map(([, path]) => path!)

/** Tables with a row that names the person, except what is kept of payments. */
async function listRowsOf(id: string): Promise<string[]> {
  const tables = listOwnedTables(alice.id).map(({ name }) => name)
  const found = await Promise.all(
    tables.map(async (name) => ({
      name,
      rows: await query(`select 1 from ${name} t where t::text like $1`, [`%${id}%`]),
    })),
  )
  return found.filter(({ rows }) => rows.length > 0).map(({ name }) => name)
}

test('after an account is erased, public addresses reveal nothing of it, store nothing, and don’t break', async () => {
  const { image, page, organization } = await makeThings(world, alice, MARK)
  const { emailId, reply_domain } = (await alice.call(signatureRoutes.getReturnAddress)).answer
  await app.features.accounts.mailReset({ email: alice.email })
  await drain()
  const sent = mail.accepted.findLast(({ envelope }) => envelope.to === READER)!
  const links = new Set(mail.accepted.flatMap(({ raw }) => linksIn(textOf(raw))))
  const tokenIn = (start: string) =>
    new URL([...links].find((link) => link.startsWith(start))!, 'http://x').searchParams.get('token')!
  const [unsubscribing, recovery, invitation] = [
    tokenIn('/unsubscribe'),
    tokenIn('/auth/confirm?type=recovery'),
    tokenIn('/invitation'),
  ]
  expect(await listRowsOf(alice.id)).toContain('recipients')

  await alice.call(organizationRoutes.remove, {
    params: { id: organization },
    body: { confirmation: 'DELETE' },
  })
  await app.features.ownData.deleteAccount(alice.id)
  await app.features.ownData.erase(alice.id)
  await drain()

  for (const url of [...links, `/files/signatures/${image}`, `/api/pay/${page}`])
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await app.server.inject({ method, url })
      expect([method, url, statusCode < 500, HERS.test(body)]).toEqual([method, url, true, false])
    }
  const calls: [Route, object][] = [
    [trackingRoutes.unsubscribeState, { query: { token: unsubscribing } }],
    [trackingRoutes.unsubscribe, { body: { token: unsubscribing } }],
    [trackingRoutes.undoUnsubscribe, { body: { token: unsubscribing } }],
    [trackingRoutes.setRecording, { body: { token: unsubscribing, is_recorded: false } }],
    [accountRoutes.confirmEmail, { body: { token: recovery, type: 'signup' } }],
    [accountRoutes.updatePassword, { body: { accessToken: recovery, password: 'gravel-and-sieve-9' } }],
    [organizationRoutes.readInvitation, { body: { token: invitation } }],
    [organizationRoutes.join, { body: { token: invitation } }],
    [billingRoutes.getPayPage, { params: { pageId: page } }],
    [billingRoutes.actOnPayPage, { params: { pageId: page }, body: { action: 'pay' } }],
  ]
  for (const [route, input] of calls) {
    const { status, answer, refusal } = await bob.call(route, input as never)
    const response = JSON.stringify([answer, refusal])
    expect([route.path, status < 500, HERS.test(response)]).toEqual([route.path, true, false])
  }
  const original = Buffer.concat([Buffer.from(`Return-Path: <${sent.envelope.from}>\r\n`), sent.raw])
  const from = { name: 'Rita Reader', address: READER }
  const raw = await buildReply({ original, date: clock.now(), from, text: 'Yes' })
  const to = [sent.envelope.from, `${emailId}@${reply_domain}`]
  expect(await Promise.all(to.map(app.features.replies.accepts))).toEqual(['unknown', 'unknown'])
  await app.features.replies.receive({ raw, envelope: { from: READER, to } })
  await app.features.tracking.flushVisits()
  await drain()
  expect(await listRowsOf(alice.id)).toEqual([])
})
