import type { BuiltInLabel, ConversationState } from '@goldpan/contract/inbox'
import type { ChangedColumns, LockedRow } from './changes.store.ts'

/** A change as it applies to each conversation. */
export interface Change {
  /** `chosen` is null to take a person's choice back. */
  label?: { chosen: string | null; by: string; name: string }
  /** Of the chosen label. */
  effect: BuiltInLabel | null
  state?: ConversationState
  /** Of `snoozed`. */
  until?: string | null
  assignee?: string | null
  read?: boolean
}

/** The columns that a change sets. None if the conversation is like that already. */
export function fieldsOf(
  row: LockedRow,
  patch: Change,
  { hasNewer }: { hasNewer: boolean },
): Partial<ChangedColumns> {
  const fields = {
    ...stateOf(row, patch, hasNewer),
    ...readOf(row, patch, hasNewer),
    ...labelOf(row, patch),
    ...(patch.assignee === undefined ? {} : { assignee_id: patch.assignee }),
  }
  const isDifferent = Object.entries(fields).some(
    ([name, value]) => row[name as keyof ChangedColumns] !== value,
  )
  return isDifferent ? fields : {}
}

/** Snoozing and closing read it. A conversation with a message that nobody saw stays open, unless it is a stop. */
function stateOf(row: LockedRow, change: Change, hasNewer: boolean): Partial<ChangedColumns> {
  const { effect, until = null } = change
  const state = change.state ?? (effect === 'stop' ? 'done' : undefined)
  const isSame = row.state === state && (state !== 'snoozed' || row.snoozed_until === until)
  if (state === undefined || isSame || (hasNewer && state !== 'open' && effect !== 'stop')) return {}
  const unread = row.unread && (state === 'open' || hasNewer)
  return { state, snoozed_until: state === 'snoozed' ? until : null, snoozed_before: null, unread }
}

function readOf(row: LockedRow, { read }: Change, hasNewer: boolean): Partial<ChangedColumns> {
  if (read === undefined) return {}
  return { unread: read ? row.unread && hasNewer : true }
}

function labelOf(row: LockedRow, { label }: Change): Partial<ChangedColumns> {
  if (label === undefined || label.chosen === row.chosen_label) return {}
  const { chosen, by, name } = label
  return chosen === null
    ? { chosen_label: null, chosen_by: null, chosen_by_name: null }
    : { chosen_label: chosen, chosen_by: by, chosen_by_name: name }
}
