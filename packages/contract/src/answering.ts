import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { addressInput } from './email-address.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant, requiredLine } from './text.ts'

export const ANSWER_MAX = 20_000
/** The most files of one answer, and their largest size in bytes, of each and of all together. */
export const ANSWER_FILES_MAX = 10
export const ANSWER_FILE_BYTES = 10_000_000
export const ANSWER_FILES_BYTES = 20_000_000
/** Seconds of real time that an answer can be taken back. */
export const TAKE_BACK_SECONDS = 10
/** A screen posts presence every 10 seconds; it is forgotten after 30. */
export const PRESENCE_SECONDS = 10
export const PRESENT_SECONDS = 30
/** A draft is saved after a pause of 2 seconds, and every 5 seconds while somebody types. */
export const DRAFT_PAUSE_MS = 2000
export const DRAFT_TYPING_MS = 5000

export const answerText = z
  .string({ error: 'Please write an answer' })
  .max(ANSWER_MAX, `Please keep this under ${ANSWER_MAX.toLocaleString('en')} characters`)
  .refine((text) => text.trim() !== '', 'Please write an answer')

/** A file of a message or an answer. */
export const mailFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Read from the content of a picture. For other files as the sender claims. */
  type: z.string(),
  /** In bytes. */
  size: z.number(),
})
export type MailFile = z.infer<typeof mailFile>

/** A member's unsent answer in a conversation. */
export const draft = z.object({
  text: z.string(),
  files: z.array(mailFile),
  /** Grows with each save. 0: there is no draft. */
  version: z.number(),
  /** Null if there is no draft. */
  updated_at: instant.nullable(),
})
export type Draft = z.infer<typeof draft>

export const savedReply = z.object({ id, name: z.string(), text: z.string() })
export type SavedReply = z.infer<typeof savedReply>

export const present = z.object({ name: z.string(), writing: z.boolean() })

export const suggestion = z.object({
  kind: z.enum(['short', 'detailed', 'decline']),
  text: z.string(),
})
export type Suggestion = z.infer<typeof suggestion>

const files = boundedArray(id, { max: ANSWER_FILES_MAX })

/** The body of an answer; its route is in `replyRoutes`. */
export const answerForm = z.object({
  text: answerText,
  /** Pressing Send twice with the same id sends once. */
  press_id: id,
  /** The newest message that the writer saw; newer ones refuse the answer. */
  seen: id.optional(),
  /** Sends in spite of newer messages. */
  anyway: z.boolean().optional(),
  /** The state of the conversation afterwards; 'done' if left out. */
  // biome-ignore lint/suspicious/noThenProperty: the specified name; its value is a string
  then: z.enum(['done', 'open', 'snoozed']).optional(),
  /** For `snoozed`, as in a change. */
  until: z.string().max(40).optional(),
  files: files.optional(),
  /** The draft that is sent, and removed by it. */
  draft_version: z.number().int().min(0).optional(),
})
export type AnswerForm = z.infer<typeof answerForm>

const savedReplyForm = z.object({
  name: requiredLine('Please name the saved reply', 60),
  text: answerText,
})
export type SavedReplyForm = z.infer<typeof savedReplyForm>

export const answeringFallbacks = {
  saveDraft: 'Failed to save the draft. It stays in this window.',
  attach: 'Failed to attach the file',
  takeBack: 'Failed to undo the answer',
  savedReplies: 'Failed to fetch the saved replies',
  saveReply: 'Failed to save the reply',
  deleteReply: 'Failed to delete the saved reply',
  suggest: 'Failed to get suggestions',
  addProspect: 'Failed to add the prospect',
} as const

export const answeringRoutes = {
  takeBack: route('DELETE', '/api/conversations/answers/:answerId', {
    answer: draft,
    summary: 'Takes an answer back within 10 seconds; its text is the draft again',
  }),
  getDraft: route('GET', '/api/conversations/:id/draft', {
    answer: draft,
    summary: 'Returns one’s own draft of an answer',
  }),
  saveDraft: route('PUT', '/api/conversations/:id/draft', {
    body: z.object({
      text: z
        .string()
        .max(ANSWER_MAX, `Please keep this under ${ANSWER_MAX.toLocaleString('en')} characters`),
      files: files.optional(),
      /** The version that was edited. */
      version: z.number().int().min(0),
    }),
    answer: draft,
    summary: 'Saves one’s own draft, unless it was changed in another window',
  }),
  removeDraft: route('DELETE', '/api/conversations/:id/draft', {
    answer: z.object({ message: z.string() }),
    summary: 'Deletes one’s own draft',
  }),
  addFile: route('POST', '/api/conversations/:id/files', {
    // Larger files than allowed are read up to this size, to be refused with the limit.
    upload: { field: 'file', maxBytes: 2 * ANSWER_FILE_BYTES, required: true },
    answer: mailFile,
    limit: { points: 60, seconds: 60, by: 'user' },
    summary: 'Uploads a file for an answer',
  }),
  removeFile: route('DELETE', '/api/conversations/files/:fileId', {
    answer: z.object({ message: z.string() }),
    summary: 'Deletes an uploaded file that hasn’t been sent',
  }),
  presence: route('POST', '/api/conversations/:id/presence', {
    body: z.object({ writing: z.boolean() }),
    answer: z.object({ present: z.array(present) }),
    summary: 'Says that the caller has the conversation open, and returns who else has',
  }),
  suggest: route('POST', '/api/conversations/:id/suggestions', {
    answer: z.object({ suggestions: z.array(suggestion) }),
    limit: { points: 20, seconds: 3600, by: 'user' },
    summary: 'Suggests up to three answers that hold no fact outside campaign and thread; nothing is sent',
  }),
  addProspect: route('POST', '/api/conversations/:id/prospects', {
    body: z.object({
      email: addressInput('Please enter an email address', 'Please enter a valid email address'),
    }),
    answer: z.object({ prospect_id: id, existed: z.boolean() }),
    summary: 'Adds somebody whom the person named as a prospect',
  }),
  listSavedReplies: route('GET', '/api/conversations/saved-replies', {
    query: z.object({ conversation: id.optional() }),
    answer: z.object({
      saved_replies: z.array(
        savedReply.extend({
          /** The text for the conversation's person; placeholders without a value stay. */
          filled: z.string().optional(),
        }),
      ),
    }),
    summary: 'Lists saved replies, filled for a conversation’s person on request',
  }),
  addSavedReply: route('POST', '/api/conversations/saved-replies', {
    body: savedReplyForm,
    answer: savedReply,
    summary: 'Adds a saved reply',
  }),
  changeSavedReply: route('PUT', '/api/conversations/saved-replies/:replyId', {
    body: savedReplyForm,
    answer: savedReply,
    summary: 'Changes a saved reply',
  }),
  removeSavedReply: route('DELETE', '/api/conversations/saved-replies/:replyId', {
    answer: z.object({ message: z.string() }),
    summary: 'Deletes a saved reply',
  }),
}

export const answeringRefusals = refusals({
  'inbox.newer_message': {
    status: 409,
    message: 'The person wrote again since you opened this. Nothing was sent.',
  },
  'inbox.answered': {
    status: 409,
    message: 'Somebody has answered since you opened this. Nothing was sent.',
  },
  'inbox.answer_gone': { status: 409, message: 'This answer has already left' },
  'inbox.draft_changed': {
    status: 409,
    message: 'This draft was changed in another window. Nothing was overwritten.',
  },
  'inbox.placeholder_left': { status: 400, message: 'Please fill in the placeholder first' },
  'inbox.file_too_large': { status: 413, message: 'At most 10 files of 10 MB each and 20 MB together' },
  'inbox.file_missing': { status: 400, message: 'Please choose a file' },
  'inbox.file_not_found': { status: 404, message: 'This file no longer exists. Please attach it again.' },
  'inbox.no_model': { status: 409, message: 'Suggestions need a text provider' },
  'inbox.too_many_saved': { status: 409, message: 'You have 100 saved replies. Delete one first.' },
  'inbox.saved_unknown': { status: 404, message: 'This saved reply no longer exists' },
})
