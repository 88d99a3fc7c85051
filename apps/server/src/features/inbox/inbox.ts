import type { Database } from '../../db/database.ts'
import type { Clock } from '../../providers/clock/port.ts'
import { createChanges } from './changes.ts'
import { createConversations } from './conversations.ts'
import { createLabelEffects, type LabelEffectsDeps } from './label-effects.ts'
import { createLabels } from './labels.ts'
import { createListing, type ListingDeps } from './listing.ts'
import { createNotes } from './notes.ts'
import { createSnoozes, type SnoozesDeps } from './snoozes.ts'

export interface InboxDeps {
  db: Database
  clock: Clock
  campaigns: ListingDeps['campaigns'] & LabelEffectsDeps['campaigns']
  enrolments: LabelEffectsDeps['enrolments']
  prospects: LabelEffectsDeps['prospects']
  suppressions: ListingDeps['suppressions'] & LabelEffectsDeps['suppressions']
  openingOf: SnoozesDeps['openingOf']
  todayOf: SnoozesDeps['todayOf']
  readAwayUntil: LabelEffectsDeps['readAwayUntil']
}

/** Conversations with state, label and assignee: lists, changes and their undo, notes, own labels. */
export function createInbox(deps: InboxDeps) {
  const effects = createLabelEffects(deps)
  const labels = createLabels({ ...deps, effects })
  const listing = createListing({ ...deps, labels })
  const conversations = { ...createConversations(deps), ...listing }
  const snoozes = createSnoozes(deps)
  const changes = createChanges({ ...deps, labels, effects, snoozes, conversations })
  const notes = createNotes({ ...deps, conversations })
  return { labels, conversations, snoozes, changes, notes }
}

export type Inbox = ReturnType<typeof createInbox>
