import type { QueueDepth } from '../../db/health.ts'

/** The operator and the reason. */
export interface Act {
  operator: string
  reason: string
}

export interface Overview {
  version: string
  at: string
  queues: QueueDepth[]
  connections: { total: number; idle: number; waiting: number }
  refused_logins: { reason: string; logins: number }[]
  workers: { id: string; started_at: string }[]
  failed: { count: number; has_more: boolean }
  /** Why all sending is held. */
  hold: string | null
  pauses: { account: { id: string; email: string }; kind: string; sentence: string; at: string }[]
}

/** Figures are of 30 days. */
export interface ListedAccount {
  id: string
  email: string
  name: string
  plan: string
  created_at: string
  last_seen_at: string | null
  suspended_at: string | null
  suspension_reason: string | null
  sent: number
  /** Sent, or refused while it was handed over. */
  tried: number
  bounced: number
  complained: number
}

export interface AccountFilter {
  plan?: 'test' | 'free' | 'basic' | 'premium'
  sentOver?: number
  /** Percent. */
  bouncedOver?: number
  complainedOver?: number
  inactiveDays?: number
  isSuspended?: boolean
  search?: string
}

export interface RecordedAct {
  id: string
  at: string
  operator: string
  act: string
  account_id: string | null
  subject: string | null
  detail: string | null
  reason: string | null
}

export interface Account extends ListedAccount {
  /** It is the account of OPERATOR_EMAIL. */
  is_operators: boolean
  organizations: { name: string; members: number }[]
  acts: RecordedAct[]
  tokens: number
  /** Null is unlimited. */
  usage: { name: string; used: number; limit: number | null }[]
  usage_resets_at: string
  subscription: { plan: string; status: string; period_end: string } | null
  pauses: { kind: string; sentence: string; at: string }[]
}

export interface FailedWork {
  id: string
  kind: string
  state: 'failed' | 'retrying' | 'waiting'
  account: { id: string; email: string } | null
  reason: string
  at: string
  tries: number | null
  next_at: string | null
  can_retry: boolean
  can_cancel: boolean
  advice: string | null
}

/** The data and actions of the operator's pages. */
export interface OperatorPagesDesk {
  readOverview(): Promise<Overview>
  listAccounts(
    filter: AccountFilter & { page: number; limit: number },
  ): Promise<{ users: ListedAccount[]; next_page: number | null }>
  /** Null if there is none. */
  findAccount(id: string): Promise<Account | null>
  /** False if nothing had to be changed. */
  suspend(id: string, act: Act & { isConfirmed: boolean }): Promise<boolean>
  unsuspend(id: string, act: Act): Promise<boolean>
  deleteAccount(id: string, act: Act): Promise<void>
  liftPauses(id: string, act: Act): Promise<boolean>
  resumeSending(act: Act): Promise<boolean>
  listJobs(): Promise<{ jobs: FailedWork[]; has_more: boolean }>
  retryJob(id: string, act: { operator: string }): Promise<void>
  cancelJob(id: string, act: Act): Promise<void>
  /** Of an account by its address or id, or of all. Newest first. */
  listActs(wanted: {
    account: string | null
    page: number
  }): Promise<{ acts: RecordedAct[]; has_more: boolean }>
  /** The sentence of an error that an operator can do something about; null for others. */
  explain(error: unknown): string | null
}
