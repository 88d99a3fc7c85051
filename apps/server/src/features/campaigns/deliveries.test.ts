import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { writeCampaign } from '../../../test/written-campaign.ts'

const { app, alice, query, drain } = await startTestApp()
const { campaigns } = app.features
const { db } = app.database

const STATUSES = ['pending', 'generated', 'sent', 'opened', 'responded', 'failed', 'bounced', 'unsubscribed']
const at = (minute: number) => `2026-03-02T10:0${minute}:00.000Z`
const CASES = STATUSES.flatMap((status) =>
  [0, 1, 2].flatMap((round) => [null, at(1), at(8)].map((opened_at) => ({ status, round, opened_at }))),
)

async function startPair() {
  const { id } = await writeCampaign(alice, 2)
  await drain()
  const rows = await query<{ id: string }>('select id from campaign_prospects where campaign_id = $1', [id])
  const [one, many] = rows.map((row) => row.id) as [string, string]
  const stateOf = async (row: string) =>
    (
      await query(
        'select email_status, round, delivery, status_reason, sent_at, first_sent_at, opened_at, clicked_at from campaign_prospects where id = $1',
        [row],
      )
    )[0]
  return { id, one, many, stateOf }
}

test('many opens at once tell of everybody what a report on each would have told, whatever came before (TRACK-02)', async () => {
  const { id, one, many, stateOf } = await startPair()
  for (const { status, round, opened_at } of CASES) {
    await query(
      'update campaign_prospects set email_status = $2, round = $3, opened_at = $4 where campaign_id = $1',
      [id, status, round, opened_at],
    )
    const open = { round: 1, opened_at: at(5), clicked_at: at(6) }
    await db.transaction((tx) =>
      campaigns.applyDelivery(tx, alice.id, one, { ...open, email_status: 'opened' }),
    )
    await db.transaction((tx) => campaigns.applyOpens(tx, alice.id, [{ id: many, ...open }]))
    expect(await stateOf(many), `${status}, round ${round}, opened ${opened_at}`).toEqual(await stateOf(one))
  }
})

test('many messages that left at once tell of everybody what a report on each would have told, whatever came before', async () => {
  const { id, one, many, stateOf } = await startPair()
  for (const delivery of [null, 'unconfirmed'] as const)
    for (const { status, round, opened_at } of CASES) {
      await query(
        `update campaign_prospects set email_status = $2, round = $3, opened_at = $4, sent_at = $5, delivery = 'unconfirmed',
           status_reason = 'as before' where campaign_id = $1`,
        [id, status, round, opened_at, at(2)],
      )
      const change = { sent_at: at(5), delivery }
      await db.transaction((tx) =>
        campaigns.applyDelivery(tx, alice.id, one, {
          ...change,
          round: 1,
          email_status: 'sent',
          status_reason: null,
        }),
      )
      await db.transaction((tx) => campaigns.applySends(tx, alice.id, [{ id: many, round: 1 }], change))
      expect(await stateOf(many), `${status}, round ${round}, opened ${opened_at}`).toEqual(
        await stateOf(one),
      )
    }
})
