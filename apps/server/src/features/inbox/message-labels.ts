import type { BuiltInLabel } from '@goldpan/contract/inbox'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as store from './message-labels.store.ts'

/** Labels of messages that are found after they came in. A person's choice stays. */
export function createMessageLabels({ clock }: { clock: Clock }) {
  return {
    /** Labels the conversation by this message, unless the person has written since. */
    async relabel(
      tx: Db,
      owner: OwnerId,
      conversationId: string,
      messageId: string,
      { label, by, reason }: { label: BuiltInLabel; by: 'model'; reason: string },
    ): Promise<void> {
      await store.lockConversation(tx, owner, conversationId)
      await store.setIfNewest(
        tx,
        owner,
        { id: conversationId, message_id: messageId },
        {
          auto_label: label,
          auto_label_by: by,
          auto_label_reason: reason,
          later_until: null,
          updated_at: isoNow(clock),
        },
      )
    },

    /** For mail that is older than labels: labels a conversation that has no label yet. */
    labelEarlier: (
      tx: Db,
      owner: OwnerId,
      message: { email: string; kind: 'reply' | 'auto-reply' },
      { label, reason, later_until }: { label: BuiltInLabel; reason: string; later_until: string | null },
    ): Promise<void> =>
      store.setIfUnlabelled(tx, owner, message, {
        auto_label: label,
        auto_label_by: 'rule',
        auto_label_reason: reason,
        later_until,
      }),
  }
}

export type MessageLabels = ReturnType<typeof createMessageLabels>
