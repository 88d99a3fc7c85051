import type { MailboxState, OAuthProvider, OwnMailbox } from '@goldpan/contract/own-mailboxes'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'

const states: Record<MailboxState, { label: string; colour: BadgeColour }> = {
  connected: { label: 'Connected', colour: 'green' },
  failing: { label: 'Not reached', colour: 'yellow' },
  needs_login: { label: 'Sign in again', colour: 'red' },
  off: { label: 'Off', colour: 'grey' },
}

/** `isHeld`: its provider takes no more mail for now. */
export function MailboxBadge({ state, isHeld = false }: { state: MailboxState; isHeld?: boolean }) {
  if (state === 'connected' && isHeld) return <Badge colour="yellow">Waiting</Badge>
  return <Badge colour={states[state].colour}>{states[state].label}</Badge>
}

export const providerNames: Record<OAuthProvider, string> = { google: 'Gmail', microsoft: 'Microsoft 365' }

/** 'Gmail', or the server that it sends by. */
export function kindOf({ kind, smtp }: OwnMailbox): string {
  return kind === 'password' ? (smtp?.host ?? 'Mail server') : providerNames[kind]
}

/** '12 of 24 today'. */
export const todayText = ({ sent_today, cap_today }: OwnMailbox): string =>
  `${sent_today.toLocaleString()} of ${cap_today.toLocaleString()} today`
