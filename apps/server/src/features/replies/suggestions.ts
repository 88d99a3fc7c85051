import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import type { Suggestion } from '@goldpan/contract/answering'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { TextPort, ThreadBrief } from '../../providers/text/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Conversations } from '../inbox/conversations.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import { findNewestReply } from './answers.store.ts'
import { findProspectOf } from './correspondent.store.ts'
import { listAnswers, listReceived, listSent } from './threads.store.ts'
import { closedReason } from './threads.ts'

export interface SuggestionsDeps {
  db: Database
  text: Pick<TextPort, 'suggestAnswers'>
  accounts: Pick<Accounts, 'getUser'>
  campaigns: Pick<Campaigns, 'findCampaign'>
  conversations: Pick<Conversations, 'find'>
  suppressions: Pick<Suppressions, 'findInForce'>
}

const MAX_CAMPAIGNS = 3

/** Answers by a model, for a person to choose from. Nothing is stored or sent. */
export function createSuggestions({ db, text, ...deps }: SuggestionsDeps) {
  /** What the campaigns say and what was written, without notes and drafts. */
  async function readThread(
    owner: OwnerId,
    email: string,
  ): Promise<Pick<ThreadBrief, 'copies' | 'messages'>> {
    const sent = await listSent(db, owner, email)
    const received = await listReceived(db, owner, email, { sentIds: [] })
    const answers = await listAnswers(db, owner, [email])
    const messages = [
      ...sent.map(({ at, subject, content }) => ({
        at: at!,
        from: 'us' as const,
        subject,
        text: htmlToText(content),
      })),
      ...received.map(({ received_at: at, subject, reply_text }) => ({
        at,
        from: 'them' as const,
        subject,
        text: reply_text ?? '',
      })),
      ...answers.map(({ created_at: at, subject, content }) => ({
        at,
        from: 'us' as const,
        subject,
        text: content,
      })),
    ].toSorted((a, b) => a.at.localeCompare(b.at))
    return {
      copies: await readCopies(owner, sent),
      messages: messages.map(({ at: _, ...message }) => message),
    }
  }

  async function readCopies(owner: OwnerId, sent: { campaign_id: string | null }[]): Promise<string[]> {
    const ids = new Set(sent.flatMap(({ campaign_id }) => campaign_id ?? []))
    const copies: string[] = []
    for (const id of [...ids].slice(0, MAX_CAMPAIGNS)) {
      const campaign = await deps.campaigns.findCampaign(db, owner, id)
      if (campaign)
        copies.push([campaign.marketing_copy, campaign.promotional_content].filter(Boolean).join('\n'))
    }
    return copies
  }

  return {
    async suggest(owner: OwnerId, person: OwnerId, id: string): Promise<{ suggestions: Suggestion[] }> {
      const conversation = (await deps.conversations.find(db, owner, id)) ?? refuse('replies.no_conversation')
      if (!text.suggestAnswers) return refuse('inbox.no_model')
      const { email } = conversation
      const newest = await findNewestReply(db, owner, email)
      const entry = await deps.suppressions.findInForce(db, owner, toSuppressed(email))
      const isUnwanted = conversation.label === 'stop' || conversation.label === 'automatic'
      if (!newest || isUnwanted || closedReason(entry, newest.received_at) !== null)
        refuse('replies.not_answerable')
      const user = await deps.accounts.getUser(db, person)
      const prospect = await findProspectOf(db, owner, conversation)
      const name = [prospect?.first_name, prospect?.last_name].filter(Boolean).join(' ')
      const suggestions = await text.suggestAnswers({
        ...(await readThread(owner, email)),
        writer: `${user.first_name} ${user.last_name}`.trim(),
        correspondent: name || conversation.sender_name,
      })
      return { suggestions }
    },
  }
}

export type Suggestions = ReturnType<typeof createSuggestions>
