import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Choices } from './choices.ts'

/** A message that was handed over. */
export interface SentMessage {
  id: string
  owner_id: string
  campaign_id: string | null
  campaign_prospect_id: string | null
  prospect_id: string | null
  email: string
  round: number
  /** The follow-up that it is; null for the template. */
  step_id: string | null
  handed_over_at: string | null
  /** The connection broke before the server's final reply. */
  is_unconfirmed: boolean
}

/** Implemented by `features/sending/outcomes.ts`; tracking must not import sending. */
export interface SentMessages {
  findMessages(tx: Db, ids: string[]): Promise<SentMessage[]>
  /** It arrived after all: an unconfirmed message counts as sent. */
  confirm(tx: Db, owner: OwnerId, id: string): Promise<void>
  /** It did not arrive: an unconfirmed message counts as failed and is refunded. */
  refute(tx: Db, owner: OwnerId, id: string, reason: string): Promise<void>
  /** True after the third bounce because of a full mailbox. */
  isAlwaysFull(tx: Db, owner: OwnerId, email: string): Promise<boolean>
}

export interface TrackingDeps {
  db: Database
  clock: Clock
  tokens: Tokens
  accounts: Pick<Accounts, 'getUser'>
  campaigns: Pick<
    Campaigns,
    'applyDelivery' | 'applyOpens' | 'restoreStatus' | 'listUnsubscribed' | 'getCampaign' | 'countRecipients'
  >
  enrolments: Pick<Enrolments, 'stop' | 'stopForReply'>
  prospects: Pick<Prospects, 'labelStatus'>
  suppressions: Pick<Suppressions, 'suppress' | 'findInForce' | 'lift'>
  sentMessages: SentMessages
  onError: (error: unknown) => void
}

export type Change = Parameters<Campaigns['applyDelivery']>[3]
export type Opened = Parameters<Campaigns['applyOpens']>[2][number]

export interface FirstOpen {
  message: SentMessage
  opened_at: string
  /** Null if no link was followed. */
  clicked_at: string | null
}

/** Shared by visits, replay and unsubscribe. */
export interface TrackingParts extends TrackingDeps {
  choices: Choices
  changeStatus: (tx: Db, message: SentMessage, change: Change) => Promise<void>
  applyOpens: (tx: Db, opens: FirstOpen[]) => Promise<void>
}
