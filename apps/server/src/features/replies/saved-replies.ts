import { renderTemplate } from '@goldpan/campaign-mail/render-template'
import type { SavedReply, SavedReplyForm } from '@goldpan/contract/answering'
import { placeholderFields } from '@goldpan/contract/fields'
import { SAVED_REPLIES_MAX } from '@goldpan/contract/inbox'
import { placeholderNames } from '@goldpan/contract/writing'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Conversations } from '../inbox/conversations.ts'
import { type Person, toFacts } from '../writing/emails.rules.ts'
import { findProspectOf, type ProspectRow } from './correspondent.store.ts'
import { getCorrespondent, nameOf } from './correspondent.ts'
import * as store from './saved-replies.store.ts'

export interface SavedRepliesDeps {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'getUser'>
  campaigns: Pick<Campaigns, 'readFacts'>
  conversations: Pick<Conversations, 'find'>
  /** The language of a text. Null if it isn't recognised. */
  languageOf: (text: string) => string | null
}

/** Texts for answers, which the members of an owner share. */
export function createSavedReplies({ db, clock, conversations, ...deps }: SavedRepliesDeps) {
  /** Fills in what templates fill in. A placeholder with neither value nor fallback stays, for the writer to replace. */
  async function fillerFor(owner: OwnerId, person: OwnerId, id: string) {
    const correspondent = await getCorrespondent({ db, conversations }, owner, id)
    const prospect = await findProspectOf(db, owner, correspondent)
    const user = await deps.accounts.getUser(db, person)
    const senderName = nameOf(user) ?? ''
    const known = prospect && (await deps.campaigns.readFacts(db, owner, [prospect.id])).get(prospect.id)
    return (text: string): string => {
      const language = deps.languageOf(text)
      const facts = toFacts(toPerson(correspondent.email, prospect), known ?? null, { senderName, language })
      return renderTemplate(text, facts, { escape: 'text', names: placeholderNames, keepsMissing: true }).text
    }
  }

  return {
    async list(owner: OwnerId, person: OwnerId, { conversation }: { conversation?: string | undefined }) {
      const replies = await store.listReplies(db, owner)
      if (conversation === undefined) return { saved_replies: replies }
      const fill = await fillerFor(owner, person, conversation)
      return { saved_replies: replies.map((reply) => ({ ...reply, filled: fill(reply.text) })) }
    },

    async add(owner: OwnerId, form: SavedReplyForm): Promise<SavedReply> {
      const at = isoNow(clock)
      return db.transaction(async (tx) => {
        await store.lockReplies(tx, owner)
        if ((await store.countReplies(tx, owner)) >= SAVED_REPLIES_MAX) refuse('inbox.too_many_saved')
        return store.insertReply(tx, owner, { ...toRow(form), created_at: at, updated_at: at })
      })
    },

    async change(owner: OwnerId, id: string, form: SavedReplyForm): Promise<SavedReply> {
      const change = { ...toRow(form), updated_at: isoNow(clock) }
      const changed = isRowId(id) ? await store.updateReply(db, owner, id, change) : null
      return changed ?? refuse('inbox.saved_unknown')
    },

    async remove(owner: OwnerId, id: string): Promise<{ message: string }> {
      const isDeleted = isRowId(id) && (await store.deleteReply(db, owner, id))
      return isDeleted ? { message: 'Saved reply deleted' } : refuse('inbox.saved_unknown')
    },
  }
}

export type SavedReplies = ReturnType<typeof createSavedReplies>

const toRow = ({ name, text }: SavedReplyForm) => ({ name, text: text.replaceAll('\u0000', '') })

function toPerson(email: string, prospect: ProspectRow | null): Person {
  const values = placeholderFields.flatMap((field) => {
    const value = prospect?.[field]
    return value ? [[field, value] as const] : []
  })
  return {
    id: null,
    prospect_id: prospect?.id ?? null,
    email,
    first_name: prospect?.first_name ?? null,
    last_name: prospect?.last_name ?? null,
    business_name: prospect?.business_name ?? null,
    further_fields: Object.fromEntries(values),
  }
}
