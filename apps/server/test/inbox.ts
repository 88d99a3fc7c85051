import { inboxRoutes } from '@goldpan/contract/inbox'
import { replyRoutes } from '@goldpan/contract/replies'
import { expect } from 'vitest'
import { receiveMail, type WrittenMail } from './conversations.ts'
import type { Customer, TestApp } from './harness.ts'
import { createSequences } from './sequence.ts'
import { readStatuses } from './written-campaign.ts'

/** Of somebody to whom a campaign was sent. */
export const SENT = {
  enrolment: 'waiting',
  status: 'email_sent',
  recipient: 'sent',
  suppressed: false,
  state: 'open',
  hold: null,
}

/** True if no other transaction has locked what this statement selects. */
type IsFree = (sql: string, values: unknown[]) => Promise<boolean>

/** Changes of conversations, and what they do. */
export function createInboxTests(testApp: TestApp) {
  const { app, alice, clock, query } = testApp
  const { start } = createSequences(testApp)

  type Body = Parameters<typeof change>[0]
  const change = (body: Record<string, unknown>, who: Customer = alice) =>
    who.call(inboxRoutes.change, { body: body as never })
  const changeOne = async (id: string, body: Body, who: Customer = alice) => {
    const { answer, refusal, status } = await change({ selection: { ids: [id] }, ...body }, who)
    return { ...answer, status, code: refusal.code, message: refusal.message }
  }
  const undo = (id: string | null, who: Customer = alice) =>
    who.call(inboxRoutes.undo, { params: { undo: id ?? '' } })
  const receive = (mail: WrittenMail, who: Customer = alice) => receiveMail(testApp, who, mail)
  const later = (days = 1) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()

  /** As the list shows it. */
  async function read(email: string, who: Customer = alice) {
    const { answer } = await who.call(replyRoutes.list, { query: { limit: 100 } })
    return answer.correspondents.find(({ from_email }) => from_email === email)!
  }

  let people = 0
  /** Somebody to whom a campaign with follow-ups was sent, and who wrote. */
  async function answered(mail: Partial<WrittenMail> = {}, who: Customer = alice) {
    const email = `writer${++people}@firm${people}.example`
    const campaign = await start(who, [email])
    const [recipient] = await query<{ id: string; campaign_id: string; prospect_id: string }>(
      'select id, campaign_id, prospect_id from recipients where email = $1 and owner_id = $2',
      [email, who.id],
    )
    const id = await receive({ email, recipient: recipient!, ...mail }, who)
    return { email, id, campaign, recipient: recipient! }
  }

  /** Where a person stands in everything that a label has an effect on. */
  async function standing({ email, campaign, recipient }: Awaited<ReturnType<typeof answered>>) {
    const [enrolment] = await query<{ state: string; stop_reason: string | null }>(
      'select state, stop_reason from enrolments where email = $1',
      [email],
    )
    const [prospect] = await query<{ status: string }>('select status from prospects where id = $1', [
      recipient.prospect_id,
    ])
    const row = await read(email)
    return {
      enrolment: enrolment!.stop_reason ?? enrolment!.state,
      status: prospect!.status,
      recipient: (await readStatuses(alice, campaign.id))[email],
      suppressed: row.suppressed,
      state: row.state,
      hold: row.hold?.reason ?? null,
    }
  }

  /** As a proven stop is recorded: suppressed, unsubscribed, stopped. */
  async function stopped(
    reason: 'stop_reply' | 'unsubscribed' | 'bounced' | 'complaint' | 'manual' = 'stop_reply',
  ) {
    const who = await answered({ label: 'stop' })
    await app.features.suppressions.suppress(app.database.db, alice.id, {
      email: who.email,
      reason,
      recipient_id: who.recipient.id,
    })
    await query(
      `update campaign_prospects set email_status = 'unsubscribed', unsubscribed_at = $2, status_reason = 'Asked'
       where email = $1`,
      [who.email, clock.now().toISOString()],
    )
    clock.advance(1000)
    return who
  }

  /** Somebody who answered from another address than we wrote to. */
  async function answeredFor(mail: Partial<WrittenMail> = {}) {
    const ann = await answered()
    const email = `other.${ann.email}`
    const recipient = { ...ann.recipient, prospect_id: null }
    const id = await receive({ email, answersFor: ann.email, recipient, ...mail })
    return { ann, bob: { email, id } }
  }

  const suppress = (email: string, recipient_id: string | null = null) =>
    app.features.suppressions.suppress(app.database.db, alice.id, {
      email,
      reason: 'stop_reply',
      recipient_id,
    })
  const isSuppressed = async (email: string) =>
    (await app.features.suppressions.findSuppressed(app.database.db, alice.id, [email])).size > 0

  /** Works while another transaction holds locks: returns what came of it once those are released. */
  async function whileLocked<Result>(
    hold: string,
    values: unknown[],
    { work, during }: { work: () => Promise<Result>; during?: (isFree: IsFree) => Promise<void> },
  ): Promise<Result> {
    const client = await app.database.pool.connect()
    const isFree: IsFree = (sql, given) =>
      client.query(`${sql} for update nowait`, given).then(
        () => true,
        () => false,
      )
    const waiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    let working: Promise<Result>
    try {
      await client.query('begin')
      await client.query(hold, values)
      working = work()
      await expect.poll(async () => (await query(waiting)).length).toBeGreaterThan(0)
      await during?.(isFree)
    } finally {
      await client.query('commit')
      client.release()
    }
    return working
  }

  return {
    start,
    change,
    changeOne,
    undo,
    receive,
    later,
    read,
    answered,
    standing,
    stopped,
    answeredFor,
    suppress,
    isSuppressed,
    whileLocked,
  }
}
