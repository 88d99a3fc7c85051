/** A spam filter's verdict. */
export interface SpamScore {
  score: number
  /** Messages with this score or more count as spam. */
  limit: number
  /** Names of the rules that matched. */
  rules: string[]
}

/** Scores messages with the operator's spam filter. */
export interface SpamCheck {
  /** Null if there is no filter or it doesn't reply. */
  score(raw: Buffer): Promise<SpamScore | null>
}

/** For installations without a spam filter. */
export const noSpamCheck: SpamCheck = { score: async () => null }
