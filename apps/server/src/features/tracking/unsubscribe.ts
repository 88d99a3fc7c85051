import { type UnsubscribeState, unsubscribeMessages } from '@goldpan/contract/tracking'
import type { Db } from '../../db/database.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { isoNow } from '../../providers/clock/port.ts'
import { suppressionSentences, toSuppressed } from '../suppressions/suppressions.rules.ts'
import { needsClick, undoUntil, type Visit } from './tracking.rules.ts'
import * as store from './tracking.store.ts'
import type { SentMessage, TrackingParts } from './tracking-parts.ts'

export type UnsubscribeSource = 'page' | 'header'

/** Unsubscribe links never expire. */
export function createUnsubscribe(parts: TrackingParts) {
  const { db, clock, tokens, sentMessages, campaigns, suppressions } = parts

  async function findMessage(tx: Db, token: string, purpose: 'unsubscribe' | 'one-click') {
    const id = tokens.verify(purpose, token.trim())
    const [message] = id === null ? [] : await sentMessages.findMessages(tx, [id])
    return message ?? refuse('tracking.bad_link')
  }

  async function toState(tx: Db, message: SentMessage, visit: Visit): Promise<UnsubscribeState> {
    const owner = asOwner(message.owner_id)
    const user = await parts.accounts.getUser(tx, owner)
    const suppression = await suppressions.findInForce(tx, owner, message.email)
    return {
      state: suppression ? 'unsubscribed' : 'subscribed',
      sender: `${user.first_name} ${user.last_name}`.trim(),
      email: message.email,
      needs_click: needsClick(visit, message.handed_over_at, clock.now()),
      undo_until: undoUntil(suppression, clock.now()),
      is_recorded: !(await parts.choices.isWithdrawn(tx, owner, message.email)),
    }
  }

  async function leave(tx: Db, message: SentMessage, source: UnsubscribeSource): Promise<void> {
    const owner = asOwner(message.owner_id)
    const { email, id: recipient_id } = message
    if (!(await suppressions.suppress(tx, owner, { email, reason: 'unsubscribed', recipient_id }))) return
    await store.insertEvent(tx, owner, {
      recipient_id,
      kind: 'unsubscribe',
      detail: { source },
      at: isoNow(clock),
    })
    await sentMessages.confirm(tx, owner, recipient_id)
    const status_reason = suppressionSentences.unsubscribed!
    await parts.changeStatus(tx, message, {
      email_status: 'unsubscribed',
      unsubscribed_at: isoNow(clock),
      status_reason,
    })
  }

  /** Restores the status that each recipient's other events give. */
  async function restore(tx: Db, owner: OwnerId, email: string): Promise<void> {
    for (const row of await campaigns.listUnsubscribed(tx, owner, email))
      await campaigns.restoreStatus(tx, owner, row.id, row.status_before)
  }

  return {
    /** Changes nothing, since scanners open the page too. */
    getUnsubscribeState: async (token: string, visit: Visit): Promise<UnsubscribeState> =>
      toState(db, await findMessage(db, token, 'unsubscribe'), visit),

    async unsubscribe(token: string, visit: Visit) {
      return db.transaction(async (tx) => {
        const message = await findMessage(tx, token, 'unsubscribe')
        await leave(tx, message, 'page')
        return { message: unsubscribeMessages.success, ...(await toState(tx, message, visit)) }
      })
    },

    /** The one-click address of RFC 8058. */
    async unsubscribeByHeader(token: string): Promise<void> {
      await db.transaction(async (tx) => leave(tx, await findMessage(tx, token, 'one-click'), 'header'))
    },

    /** For a person who opens the one-click URL in a browser. */
    findPageToken(oneClickToken: string): string | null {
      const id = tokens.verify('one-click', oneClickToken)
      return id === null ? null : tokens.sign('unsubscribe', id)
    },

    /** Turns tracking of a recipient off or on, for old messages too. */
    async setRecording(token: string, isWanted: boolean, visit: Visit): Promise<UnsubscribeState> {
      return db.transaction(async (tx) => {
        const message = await findMessage(tx, token, 'unsubscribe')
        const owner = asOwner(message.owner_id)
        if (isWanted) await parts.choices.allowAgain(tx, owner, message.email)
        else await parts.choices.withdraw(tx, owner, message.email)
        return toState(tx, message, visit)
      })
    },

    async undoUnsubscribe(token: string, visit: Visit) {
      return db.transaction(async (tx) => {
        const message = await findMessage(tx, token, 'unsubscribe')
        const owner = asOwner(message.owner_id)
        const email = toSuppressed(message.email)
        const suppression = await suppressions.findInForce(tx, owner, email)
        if (suppression) {
          if (undoUntil(suppression, clock.now()) === null) refuse('tracking.undo_over')
          await suppressions.lift(tx, owner, suppression.id)
          await store.insertEvent(tx, owner, {
            recipient_id: message.id,
            kind: 'resubscribe',
            at: isoNow(clock),
          })
          await restore(tx, owner, email)
        }
        return { message: 'You are subscribed again', ...(await toState(tx, message, visit)) }
      })
    },
  }
}
