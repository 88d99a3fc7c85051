/** A marketing copy as users paste it, for tests. */
export interface SampleCopy {
  trade: string
  language: string
  copy: string
  promotion: string | null
}
