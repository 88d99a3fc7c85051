/** What a spam filter thinks of a message. */
export interface SpamScore {
  score: number
  /** From here on the filter takes a message for spam. */
  limit: number
  /** The rules that matched, by the filter's own names. */
  rules: string[]
}

/** Asks a spam filter of the operator's own. */
export interface SpamCheck {
  /** Null when there is none, or when it does not answer: then nothing is known. */
  score(raw: Buffer): Promise<SpamScore | null>
}
