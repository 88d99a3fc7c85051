import { compose } from './composer.ts'
import type { CampaignBrief, TextPort, WriteOptions, WrittenTemplate } from './port.ts'

export interface FakeText extends TextPort {
  /** Every brief that was asked for, in order. */
  readonly asked: { brief: CampaignBrief; seed: number }[]
  /** Answers this from now on, over what the composer would write. */
  answerWith(template: Partial<WrittenTemplate>): void
  /** The next call fails with this error. */
  failNextWith(error: Error): void
}

/** A text port for tests of features: answers at once, remembers what it was asked. */
export function createFakeText(): FakeText {
  const asked: { brief: CampaignBrief; seed: number }[] = []
  let answer: Partial<WrittenTemplate> = {}
  let failure: Error | null = null
  return {
    asked,
    answerWith: (template) => {
      answer = template
    },
    failNextWith: (error) => {
      failure = error
    },
    async writeTemplate(brief: CampaignBrief, { seed, signal, onText }: WriteOptions) {
      signal?.throwIfAborted()
      asked.push({ brief, seed })
      const error = failure
      failure = null
      if (error) throw error
      const template = { ...compose(brief, seed), ...answer }
      onText?.(template.body)
      return template
    },
  }
}
