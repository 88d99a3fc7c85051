import { afterAll, expect, test } from 'vitest'
import { startGraphServer } from '../../../test/graph-server.ts'
import { startTestApp } from '../../../test/harness.ts'
import { addMailbox } from '../../../test/own-mailbox.ts'
import { createSequences } from '../../../test/sequence.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'
import type { OAuth } from '../../providers/oauth/port.ts'
import { NO_PACE } from './pace.rules.ts'

const SCOPES = ['Mail.Send', 'Mail.Read']
const graph = await startGraphServer({ tokenOf: (account: string) => ({ account, scopes: SCOPES }) })
afterAll(() => graph.close())
const renewing = {
  renew: async (_provider: string, token: string) => ({
    access_token: token,
    expires_at: new Date('2040-01-01'),
    refresh_token: null,
  }),
} as unknown as OAuth
const testApp = await startTestApp({
  environment: { MICROSOFT_API_URL: graph.url },
  ports: { oauth: renewing },
})
const { clock, createCustomer, drain, query } = testApp
const { setPace, wake } = createSequences(testApp)

test.each([
  ['without a gap', 0],
  ['with a gap that is shorter than 2 seconds', 1],
])('a Microsoft mailbox sends at most 30 a minute, %s (MBOX-26)', async (_name, gap) => {
  const who = await createCustomer(`Microsoft${gap}`)
  const address = `box${gap}@microsoft.example`
  const id = await addMailbox(testApp, { owner: who.id, address, password: address })
  await query(
    "update mailboxes set kind = 'microsoft', smtp = null, imap = null, granted_scopes = $1, daily_cap = 500, has_ramp = false where id = $2",
    [SCOPES, id],
  )
  await setPace(who, { ...NO_PACE, gap_from_seconds: 0, gap_to_seconds: gap })
  const before = graph.sent.length
  const countSent = () => graph.sent.length - before
  const { id: campaign } = await writeCampaign(who, 35)
  await startSend(who, campaign)
  await drain()
  for (let second = 0; second < 45; second++) {
    clock.advance(1000)
    await wake()
  }
  expect(countSent()).toBe(30)
  for (let second = 0; second < 75; second++) {
    clock.advance(1000)
    await wake()
  }
  expect(countSent()).toBe(35)
})
