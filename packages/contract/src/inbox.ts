import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { MANY_MAX, MANY_MAX_BYTES, searchedText } from './pages.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant, requiredLine } from './text.ts'

/** The wish that a reply expresses, as found by rules, a model or a person. The rules are tried in this order. */
export const builtInLabels = [
  'stop',
  'left_company',
  'away',
  'automatic',
  'wrong_person',
  'meeting',
  'later',
  'not_interested',
  'question',
  'interested',
  'other',
] as const
export const builtInLabel = z.enum(builtInLabels)
export type BuiltInLabel = z.infer<typeof builtInLabel>

export const labelNames: Record<BuiltInLabel, string> = {
  stop: 'Stop',
  left_company: 'Left the company',
  away: 'Away',
  automatic: 'Automatic',
  wrong_person: 'Wrong person',
  meeting: 'Meeting',
  later: 'Later',
  not_interested: 'Not interested',
  question: 'Question',
  interested: 'Interested',
  other: 'Other',
}

export const LABELS_MAX = 30
export const SAVED_REPLIES_MAX = 100
export const NOTES_MAX = 200
const NOTE_MAX = 5000
/** Days ahead that a conversation may be snoozed. */
export const SNOOZE_MAX_DAYS = 366

const conversationStates = ['open', 'snoozed', 'done'] as const
export const conversationState = z.enum(conversationStates)
export type ConversationState = z.infer<typeof conversationState>

/** The id of a built-in label or of an own one. */
const labelId = z.union([builtInLabel, id])
const labelColours = ['grey', 'blue', 'green', 'yellow', 'red', 'purple'] as const
export const labelColour = z.enum(labelColours)
export type LabelColour = z.infer<typeof labelColour>

export const label = z.object({
  /** A built-in label has its name in `builtInLabels` as its id. */
  id: z.string(),
  name: z.string(),
  built_in: z.boolean(),
  colour: labelColour,
  /** The built-in label whose effect it has. Null if it only marks. */
  effect: builtInLabel.nullable(),
})
export type Label = z.infer<typeof label>

export const member = z.object({ id, name: z.string() })
export type Member = z.infer<typeof member>

export const note = z.object({
  id,
  author: member,
  text: z.string(),
  created_at: instant,
  updated_at: instant,
})
export type Note = z.infer<typeof note>

/** Fields that the list, the screen of a conversation and the answer to a change share. */
export const conversationFields = {
  /** Stays the same when messages are added. */
  conversation_id: id,
  /** The prospect's name, or the name that the sender gives. */
  name: z.string().nullable(),
  company: z.string().nullable(),
  prospect_id: z.string().nullable(),
  /** The address we wrote to, if the person answered from another. */
  answers_for: z.string().nullable(),
  state: conversationState,
  snoozed_until: instant.nullable(),
  /** The end of a snooze that a new message cut short. */
  snoozed_before: instant.nullable(),
  unread: z.boolean(),
  /** The id of a label. Null for mail that is older than labels. */
  label: z.string().nullable(),
  label_name: z.string().nullable(),
  label_by: z.enum(['rule', 'model', 'person']).nullable(),
  label_reason: z.string().nullable(),
  /** 'YYYY-MM-DD': the day that a person named who wants to be written to later. */
  later_until: z.string().nullable(),
  assignee: member.nullable(),
  /** True if the caller has begun an answer. */
  has_draft: z.boolean(),
  has_files: z.boolean(),
  /** The person gets no follow-ups until then. */
  hold: z.object({ id, until: instant, reason: z.enum(['away', 'manual']) }).nullable(),
  suppressed: z.boolean(),
  updated_at: instant,
} as const

/** Filters of the list; the screen keeps them in its address. A mistyped one would select too many. */
export const conversationFilter = z.strictObject({
  state: conversationState.optional(),
  label: labelId.optional(),
  /** 'me', 'none', or the id of a member. */
  assignee: z.union([z.enum(['me', 'none']), id]).optional(),
  unread: z.literal('true').optional(),
  campaign: id.optional(),
  /** The own mailbox that the person hears from. */
  mailbox: id.optional(),
  /** All words must begin a word of name, company, address, subject, texts or notes. */
  search: searchedText,
})
export type ConversationFilter = z.infer<typeof conversationFilter>

/** Conversations by any of their ids, or all that match a filter, with exceptions. */
const selection = z.union([
  z.strictObject({
    ids: boundedArray(id, { max: MANY_MAX }).min(1, 'Please select at least one conversation'),
  }),
  z.strictObject({ filter: conversationFilter, except: boundedArray(id, { max: MANY_MAX }).default([]) }),
])
export type ConversationSelection = z.infer<typeof selection>

const change = z
  .object({
    selection,
    /** Null takes back a person's choice. */
    label: labelId.nullable().optional(),
    state: conversationState.optional(),
    /** For `snoozed`: a moment, or a day ('YYYY-MM-DD'), which stands for the start of its sending window. */
    until: z.string().max(40).optional(),
    assignee: id.nullable().optional(),
    read: z.boolean().optional(),
    /** For reading: the newest message that was shown. */
    up_to: id.optional(),
    /** Needed to write again to somebody who asked for no more mail. */
    confirm: z.boolean().optional(),
  })
  .refine(
    ({ label, state, assignee, read }) =>
      label !== undefined || state !== undefined || assignee !== undefined || read !== undefined,
    'Please say what to change',
  )
export type ConversationChange = z.infer<typeof change>

const labelForm = z.object({
  name: requiredLine('Please name the label', 40),
  colour: labelColour.optional(),
  effect: builtInLabel.nullable().optional(),
})
export type LabelForm = z.infer<typeof labelForm>

export const noteText = z
  .string({ error: 'Please write a note' })
  .max(NOTE_MAX, `Please keep this under ${NOTE_MAX.toLocaleString('en')} characters`)
  .refine((text) => text.trim() !== '', 'Please write a note')

export const inboxFallbacks = {
  change: 'Failed to change the conversation',
  undo: 'Failed to undo this',
  counts: 'Failed to count the conversations',
  labels: 'Failed to fetch the labels',
  saveLabel: 'Failed to save the label',
  deleteLabel: 'Failed to delete the label',
  saveNote: 'Failed to save the note',
  deleteNote: 'Failed to delete the note',
  remove: 'Failed to delete the conversation',
} as const

export const inboxRoutes = {
  counts: route('GET', '/api/conversations/counts', {
    replica: true,
    query: z.object({ campaign: id.optional() }),
    answer: z.object({
      open: z.number(),
      /** Open and unread. */
      unread: z.number(),
      /** Open and assigned to the caller. */
      mine: z.number(),
      snoozed: z.number(),
      done: z.number(),
      /** By label, in any state. */
      labels: z.record(z.string(), z.number()),
    }),
    summary: 'Counts conversations by state and label; each count is the total of the list with that filter',
  }),
  change: route('POST', '/api/conversations/change', {
    body: change,
    maxBytes: MANY_MAX_BYTES,
    answer: z.object({
      changed: z.number(),
      /** Unknown ones, and those that the change doesn't apply to. */
      skipped: z.number(),
      /** The id that takes the change back within a day. Null if nothing changed. */
      undo: id.nullable(),
    }),
    summary: 'Changes label, state, assignee or reading of one or many conversations',
  }),
  undo: route('POST', '/api/conversations/changes/:undo/undo', {
    answer: z.object({ message: z.string() }),
    summary: 'Takes a change back within a day; what has been changed since stays',
  }),
  remove: route('DELETE', '/api/conversations/:id', {
    answer: z.object({ message: z.string(), undo: id.nullable() }),
    summary: 'Deletes a conversation with its mail, notes and drafts; undone by /api/removals',
  }),
  addNote: route('POST', '/api/conversations/:id/notes', {
    body: z.object({ text: noteText }),
    answer: note,
    summary: 'Adds a note that only members see',
  }),
  changeNote: route('PUT', '/api/conversations/notes/:noteId', {
    body: z.object({ text: noteText }),
    answer: note,
    summary: 'Changes a note of one’s own',
  }),
  removeNote: route('DELETE', '/api/conversations/notes/:noteId', {
    answer: z.object({ message: z.string() }),
    summary: 'Deletes a note of one’s own',
  }),
  listLabels: route('GET', '/api/conversations/labels', {
    answer: z.object({ labels: z.array(label) }),
    summary: 'Lists built-in and own labels',
  }),
  addLabel: route('POST', '/api/conversations/labels', {
    body: labelForm,
    answer: label,
    summary: 'Adds a label',
  }),
  changeLabel: route('PUT', '/api/conversations/labels/:labelId', {
    body: labelForm,
    answer: label,
    summary: 'Changes an own label',
  }),
  removeLabel: route('DELETE', '/api/conversations/labels/:labelId', {
    answer: z.object({ message: z.string() }),
    summary: 'Deletes an own label; its conversations get their automatic label back',
  }),
}

export const inboxRefusals = refusals({
  'inbox.snooze_past': { status: 400, message: 'Please choose a moment ahead, within a year' },
  'inbox.not_a_member': { status: 404, message: 'This person is not a member of the organization' },
  'inbox.label_unknown': { status: 404, message: 'This label no longer exists' },
  'inbox.bad_cursor': {
    status: 400,
    message: 'This place in the list is no longer valid. Please load the list again.',
  },
  'inbox.label_taken': {
    status: 409,
    message: "You already have a label of this name (case doesn't matter)",
  },
  'inbox.too_many_labels': { status: 409, message: 'You have 30 labels. Delete one first.' },
  'inbox.stop_confirm': {
    status: 409,
    message: 'This person asked you to stop. Confirm that you may write to them again.',
  },
  'inbox.stop_stays': {
    status: 409,
    message: 'This person unsubscribed, complained or bounced and stays on the do-not-contact list',
  },
  'inbox.undo_gone': { status: 404, message: 'This can no longer be undone' },
  'inbox.note_not_found': { status: 404, message: 'This note no longer exists' },
  'inbox.too_many_notes': { status: 409, message: 'This conversation has 200 notes. Delete one first.' },
})
