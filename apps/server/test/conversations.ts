import { randomUUID } from 'node:crypto'
import type { BuiltInLabel } from '@goldpan/contract/inbox'
import type { Customer, TestApp } from './harness.ts'

export interface WrittenMail {
  email: string
  text?: string
  subject?: string
  name?: string
  kind?: 'reply' | 'auto-reply'
  label?: BuiltInLabel
  /** The recipient of the campaign whose message it answers. */
  recipient?: { id: string; campaign_id: string; prospect_id: string | null }
  answersFor?: string
  /** When it came in; now if absent. */
  at?: string
  /** When it was handled; then if absent. */
  handledAt?: string
  isProven?: boolean
}

/** A message as it is after it was handled: stored, and received by its conversation. Returns its id. */
export async function receiveMail(
  { app, clock, query }: Pick<TestApp, 'app' | 'clock' | 'query'>,
  who: Customer,
  mail: WrittenMail,
): Promise<string> {
  const { email, text = 'Yes, please.', subject = 'Re: Ovens', kind = 'reply', label = 'other' } = mail
  clock.advance(1000)
  const { at = clock.now().toISOString() } = mail
  const id = randomUUID()
  await query(
    `insert into inbound_messages (id, owner_id, envelope_to, raw, raw_hash, bytes, kind, recipient_id, from_email,
       subject, reply_text, received_at, handled_at, label, label_by, label_reason, is_proven)
     values ($1::uuid, $2, 'a@reply.test.example', convert_to($3::text, 'UTF8'), $1::text, 100, $4, $5, $6, $7, $3::text, $8, $10, $9, 'rule', 'A rule', $11)`,
    [
      id,
      who.id,
      text,
      kind,
      mail.recipient?.id ?? null,
      email,
      subject,
      at,
      label,
      mail.handledAt ?? at,
      mail.isProven ?? false,
    ],
  )
  const { conversations } = app.features.inbox
  await app.database.db.transaction(async (tx) => {
    await conversations.receive(
      tx,
      who.id,
      {
        id,
        at,
        kind,
        email: email.toLowerCase(),
        sender_name: mail.name ?? null,
        has_files: false,
        label,
        label_by: 'rule',
        label_reason: 'A rule',
        later_until: null,
        prospect_id: mail.recipient?.prospect_id ?? null,
        campaign_id: mail.recipient?.campaign_id ?? null,
        answers_for: mail.answersFor ?? null,
      },
      { isStop: label === 'stop' },
    )
    await conversations.refreshWords(tx, who.id, [email])
  })
  clock.advance(1000)
  return id
}
