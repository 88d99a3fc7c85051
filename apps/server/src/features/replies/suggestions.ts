import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import type { Suggestion } from '@goldpan/contract/answering'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { TextPort, ThreadBrief } from '../../providers/text/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Conversations } from '../inbox/conversations.ts'
import type { Labels } from '../inbox/labels.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import { findNewestReply } from './answers.store.ts'
import { findProspectOf } from './correspondent.store.ts'
import { type Correspondent, closedReason, getCorrespondent, nameOf } from './correspondent.ts'
import { listAnswersTo, listReceived, listSent } from './threads.store.ts'

export interface SuggestionsDeps {
  db: Database
  text: Pick<TextPort, 'suggestAnswers'>
  accounts: Pick<Accounts, 'getUser'>
  campaigns: Pick<Campaigns, 'findCampaign'>
  conversations: Pick<Conversations, 'find'>
  labels: Pick<Labels, 'list'>
  suppressions: Pick<Suppressions, 'findInForce'>
}

const MAX_CAMPAIGNS = 3

/** Answers by a model, for a person to choose from. Nothing is stored or sent. */
export function createSuggestions({ db, text, ...deps }: SuggestionsDeps) {
  /** Reads the texts of the campaigns and the messages, without notes and drafts. */
  async function readBrief(owner: OwnerId, email: string): Promise<Pick<ThreadBrief, 'copies' | 'messages'>> {
    const sent = await listSent(db, owner, email)
    const received = await listReceived(db, owner, email, { sentIds: [] })
    const answers = await listAnswersTo(db, owner, [email])
    const messages = [
      ...sent
        .filter(({ content }) => content !== '')
        .map(({ at, subject, content }) => ({
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

  /** Refuses for somebody who never wrote, or wants no answer, and for machines. */
  async function requireWanted(owner: OwnerId, { email, conversation }: Correspondent): Promise<void> {
    const newest = await findNewestReply(db, owner, email)
    const entry = await deps.suppressions.findInForce(db, owner, toSuppressed(email))
    const labels = await deps.labels.list(db, owner)
    const effect = labels.find((label) => label.id === conversation?.label)?.effect
    const isUnwanted = effect === 'stop' || effect === 'automatic'
    if (!newest || isUnwanted || closedReason(entry, newest.received_at) !== null)
      refuse('replies.not_answerable')
  }

  return {
    async suggest(owner: OwnerId, person: OwnerId, id: string): Promise<{ suggestions: Suggestion[] }> {
      const correspondent = await getCorrespondent({ db, conversations: deps.conversations }, owner, id)
      if (!text.suggestAnswers) return refuse('inbox.no_model')
      const { email, conversation } = correspondent
      await requireWanted(owner, correspondent)
      const prospect = await findProspectOf(db, owner, correspondent)
      const suggestions = await text.suggestAnswers({
        ...(await readBrief(owner, email)),
        writer: nameOf(await deps.accounts.getUser(db, person)) ?? '',
        correspondent: nameOf(prospect) ?? conversation?.sender_name ?? null,
      })
      return { suggestions }
    },
  }
}

export type Suggestions = ReturnType<typeof createSuggestions>
