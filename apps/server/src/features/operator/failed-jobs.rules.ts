import type { Work, WorkKind } from './failed-jobs.store.ts'

/** `waiting` is work on which nothing has happened for longer than it should take. */
export const stateWords = { failed: 'Failed', retrying: 'Retrying', waiting: 'Stuck' }

/** Descriptions of jobs, by the name of their kind. */
export const jobWords: Record<string, string> = {
  'address-checks': 'Check addresses of prospects',
  'billing-events': 'Process payment events',
  'billing-reconcile': 'Compare payments with the provider',
  'confirmation-again': 'Mail a link that confirms an address',
  'count-owner-days': 'Count mails by day',
  'delete-old-mail': 'Delete old incoming mail',
  'delete-unused-answer-files': 'Delete files of unsent answers',
  'directory-expiry': 'Delete old search results',
  'erase-account': 'Erase an account',
  'erase-organization': 'Erase an organization',
  'forget-conversation-changes': 'Forget changes that can’t be undone any more',
  'forget-presence': 'Forget who looked at conversations',
  'forget-removals': 'Forget deletions that can’t be undone any more',
  'inbound-mail': 'Handle incoming mail, forwards and answers',
  'label-replies': 'Label replies',
  'mailbox-reading': 'Read own mailboxes',
  'password-reset': 'Mail a link for a new password',
  retention: 'Delete expired data',
  'revoke-mailbox': 'Revoke the access to a mailbox',
  'test-mailboxes': 'Test own mailboxes',
  'trim-outbox': 'Trim the built-in mailbox',
  'wake-snoozed': 'Bring back snoozed conversations',
  'weekly-report': 'Send weekly reports',
  'write-emails': 'Write emails of a campaign',
  gathering: 'Gather contacts',
  imports: 'Import files',
  letter: 'Send a letter to a user',
  sending: 'Send campaigns',
}

/** Jobs that have to be done: nothing enqueues them again once they are deleted. */
const LASTING_JOBS = new Set(['erase-account', 'erase-organization', 'revoke-mailbox'])

export const canCancelJob = (kind: string): boolean => !LASTING_JOBS.has(kind)

export const LASTING_ADVICE = 'Erasures and revocations can’t be cancelled.'

export const workWords: Record<WorkKind, { name: string; isWaiting?: true }> = {
  gathering: { name: 'Gathering of a table' },
  sending: { name: 'Sending of a campaign' },
  import: { name: 'Import of a file', isWaiting: true },
  'payment event': { name: 'Payment event', isWaiting: true },
  'incoming mail': { name: 'Incoming mail' },
  forward: { name: 'Forward of a reply' },
  'account erasure': { name: 'Erasure of an account', isWaiting: true },
  'organization erasure': { name: 'Erasure of an organization', isWaiting: true },
}

const ADVICE: Partial<Record<WorkKind, string>> = {
  sending: 'Its account restarts the campaign once the cause is gone.',
  'payment event':
    'It is retried every minute for three days. Cancel it only if its customer no longer exists at the provider.',
  'account erasure': 'Erasures can’t be cancelled.',
  'organization erasure': 'Erasures can’t be cancelled.',
}

export const adviceFor = (kind: WorkKind): string | null => ADVICE[kind] ?? null

/** Errors may quote whom a mail was for. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>()"'`,;:=]+@[^\s<>()"'`,;:]+/g, '(an address)').slice(0, 500)

export function reasonFor({ kind, error }: Work): string {
  if (kind === 'payment event') return `The event ${error} could not be processed; the log says why.`
  if (kind === 'import') return 'No progress for ten minutes.'
  if (kind === 'account erasure' || kind === 'organization erasure') return 'It began more than an hour ago.'
  return withoutAddresses(error ?? '') || 'No reason was recorded.'
}
