import type { MailboxState } from '@goldpan/contract/own-mailboxes'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { MailboxPresets } from '../../providers/mailboxes/port.ts'
import { type MailboxRow, providerName, sentenceOf } from './own-mailboxes.rules.ts'
import { countSent } from './room.store.ts'
import * as store from './sending-mailboxes.store.ts'

/** A mailbox as campaigns leave from it. */
export interface SendingMailbox
  extends Pick<
    MailboxRow,
    | 'id'
    | 'kind'
    | 'address'
    | 'name'
    | 'reads'
    | 'is_used'
    | 'daily_cap'
    | 'has_ramp'
    | 'sending_days'
    | 'last_sending_day'
    | 'held_until'
    | 'next_at'
  > {
  state: MailboxState
  /** Removed. It comes back if its address is connected again. */
  isGone: boolean
  /** Connected, and its provider takes mail. */
  canSend: boolean
  /** Why it can't send, or what to know; often empty. */
  sentence: string
}

/** A message and the mailbox that it leaves from. */
interface Leaving {
  id: string
  email: string
  mailbox_id: string | null
}

/** The mailboxes of an owner as sending sees them, and who hears from which. */
export function createSendingMailboxes({
  clock,
  presets,
}: {
  clock: Clock
  presets: Pick<MailboxPresets, 'find'>
}) {
  const toMailbox = (row: MailboxRow, time_zone: string): SendingMailbox => {
    const { id, kind, address, name, reads, is_used, state, held_until, next_at } = row
    const { daily_cap, has_ramp, sending_days, last_sending_day } = row
    const now = clock.now()
    const isHeld = held_until !== null && new Date(held_until) > now
    return {
      id,
      kind,
      address,
      name,
      reads,
      is_used,
      daily_cap,
      has_ramp,
      sending_days,
      last_sending_day,
      state,
      held_until: isHeld ? held_until : null,
      next_at,
      isGone: row.removed_at !== null,
      canSend: row.removed_at === null && state === 'connected' && !isHeld,
      sentence: sentenceOf(row, { time_zone, now, provider: providerName(row, presets) }),
    }
  }

  const toBindings = (rows: readonly Leaving[]) =>
    rows.flatMap(({ id, email, mailbox_id }) =>
      mailbox_id === null ? [] : [{ recipient_id: id, email: email.toLowerCase(), mailbox_id }],
    )

  return {
    countSent,
    hasUsed: store.hasUsed,
    recordTurn: store.recordTurn,

    /** Removed ones too, in the order in which they were connected. */
    async list(db: Db, owner: OwnerId, time_zone: string): Promise<SendingMailbox[]> {
      return (await store.listAll(db, owner)).map((row) => toMailbox(row, time_zone))
    },

    /** The mailboxes that people hear from, by lower-case address; removed ones too. */
    listBound: (db: Db, owner: OwnerId, emails: readonly string[]): Promise<Map<string, string>> =>
      store.listBound(db, owner, [...new Set(emails.map((email) => email.toLowerCase()))]),

    /** False if the message may not leave from its mailbox any more. */
    async bind(tx: Db, owner: OwnerId, row: Leaving): Promise<boolean> {
      const [binding] = toBindings([row])
      return binding !== undefined && store.bind(tx, owner, binding, isoNow(clock))
    },

    confirm: (tx: Db, owner: OwnerId, rows: readonly Leaving[]): Promise<void> =>
      store.confirm(tx, owner, toBindings(rows), isoNow(clock)),

    async unbind(tx: Db, owner: OwnerId, rows: readonly Leaving[]): Promise<void> {
      const bound = toBindings(rows).map(({ recipient_id }) => recipient_id)
      if (bound.length > 0) await store.unbind(tx, owner, bound)
    },

    move: (tx: Db, owner: OwnerId, emails: readonly string[], mailboxId: string): Promise<void> =>
      store.move(
        tx,
        owner,
        emails.map((email) => email.toLowerCase()),
        mailboxId,
        isoNow(clock),
      ),
  }
}

export type SendingMailboxes = ReturnType<typeof createSendingMailboxes>
