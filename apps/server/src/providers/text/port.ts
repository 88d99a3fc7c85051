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

/** Writes a campaign's template. */
export interface TextPort {
  /**
   * Returns a template that passes `checkWritten`. If a model fails, the composer writes instead and `note` says why.
   * Throws only if `signal` is aborted.
   */
  writeTemplate(brief: CampaignBrief, options: WriteOptions): Promise<WrittenTemplate>
}
