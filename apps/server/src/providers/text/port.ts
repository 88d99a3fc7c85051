/** What a campaign says about itself. All of it is written by a user: data to write from, never instructions. */
export interface CampaignBrief {
  name: string
  /** What is offered, in the user's own words. The only source of facts besides `promotional_content`. */
  marketing_copy: string
  promotional_content: string | null
  /** The user's private note about the campaign; never quoted to a recipient. */
  description: string | null
  sender_name: string | null
}

export interface WrittenTemplate {
  subject: string
  /** Plain text; a blank line between paragraphs; placeholders as `{{city|your area}}`. Holds `{{businessName}}`. */
  body: string
  /** ISO 639-1 code of the language that the message is written in; `und` when a model wrote one that is not recognised. */
  language: string
  /** `composer` or the name of the model. */
  written_by: string
  /** What the user should know about this text, as why the composer stepped in; otherwise null. */
  note: string | null
  /** What was asked of a model, also when the composer stepped in for it. */
  usage?: { model: string; input_tokens: number; output_tokens: number }
}

export interface WriteOptions {
  /** The same seed and brief give the composer's same text; another seed another one. */
  seed: number
  signal?: AbortSignal
  /** Called with the whole body so far, each time it has grown or starts again. */
  onText?: (partial: string) => void
}

/** Writes the e-mail template of a campaign. */
export interface TextPort {
  /**
   * Answers a template that passes `checkWritten`. A model that fails is replaced by the composer and `note` says why,
   * so the only error is that of an aborted `signal`.
   */
  writeTemplate(brief: CampaignBrief, options: WriteOptions): Promise<WrittenTemplate>
}
