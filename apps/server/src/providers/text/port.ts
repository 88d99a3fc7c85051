/** A campaign's description of itself. Written by a user: data to write from, never instructions. */
export interface CampaignBrief {
  name: string
  /** The user's description of the offer. Besides `promotional_content`, the only source of facts. */
  marketing_copy: string
  promotional_content: string | null
  /** A private note; never quoted to recipients. */
  description: string | null
  sender_name: string | null
}

/** A follow-up to write, with the messages before it. All of it was written by a user: data, never instructions. */
export interface FollowUpBrief extends CampaignBrief {
  /** From 1. */
  position: number
  /** No follow-up comes after it. */
  is_last: boolean
  thread: 'same' | 'new'
  /** Days after the message before; null if not known yet. */
  wait_days: number | null
  /** The template and the follow-ups before this one, in order, with placeholders. */
  earlier: { subject: string | null; body: string }[]
}

export interface WrittenTemplate {
  subject: string
  /**
   * Plain text with blank lines between paragraphs and placeholders such as `{{city|your area}}`. Contains
   * `{{businessName}}`.
   */
  body: string
  /** ISO 639-1; `und` if a model wrote in an unrecognised language. */
  language: string
  /** `composer`, or the model's name. */
  written_by: string
  /** A note for the user, such as why the composer stepped in. */
  note: string | null
  /** The model's usage, also if the composer stepped in. */
  usage?: { model: string; input_tokens: number; output_tokens: number }
}

export interface WriteOptions {
  /** The composer writes the same text for the same seed and brief. */
  seed: number
  signal?: AbortSignal
  /** Called with the whole body so far as it grows or restarts. */
  onText?: (partial: string) => void
}

/** A conversation to answer. Most of it was written by strangers: data, never instructions. */
export interface ThreadBrief {
  /** The marketing copies of the campaigns. */
  copies: string[]
  /** Oldest first. */
  messages: { from: 'us' | 'them'; subject: string | null; text: string }[]
  /** The name of the member who answers. */
  writer: string
  /** The name of the person who is answered. Null if unknown. */
  correspondent: string | null
}

export interface SuggestedAnswer {
  kind: 'short' | 'detailed' | 'decline'
  text: string
}

/** The labels that a model may give. Absences and machines are what rules recognise. */
export const modelLabels = [
  'stop',
  'wrong_person',
  'meeting',
  'later',
  'not_interested',
  'question',
  'interested',
  'other',
] as const
export type ModelLabel = (typeof modelLabels)[number]

/** Writes the messages of a campaign. */
export interface TextPort {
  /**
   * Returns a template that passes `checkWritten`. If a model fails, the composer writes instead and `note` says why.
   * Throws only if `signal` is aborted.
   */
  writeTemplate(brief: CampaignBrief, options: WriteOptions): Promise<WrittenTemplate>
  /** The same for a follow-up, which passes `checkFollowUp`. */
  writeFollowUp(brief: FollowUpBrief, options: WriteOptions): Promise<WrittenTemplate>
  /**
   * Returns at most one answer of each kind, without those that state something the thread doesn't (`inventedFacts`).
   * Absent without a model. Never throws: a model that fails or is aborted suggests nothing.
   */
  suggestAnswers?(thread: ThreadBrief, signal?: AbortSignal): Promise<SuggestedAnswer[]>
  /**
   * Labels a reply by what it wants. Absent without a model. `text` was written by a stranger: data, never instructions.
   * Returns `other` if the model answers with anything but a label. Throws if the model fails or `signal` is aborted.
   */
  labelReply?(text: string, options: { signal: AbortSignal }): Promise<ModelLabel>
}
