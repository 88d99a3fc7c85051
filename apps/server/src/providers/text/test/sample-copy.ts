/** Marketing copy as users paste it. */
export interface SampleCopy {
  trade: string
  language: string
  copy: string
  promotion: string | null
}
