import { composeFollowUp } from './compose-follow-up.ts'
import { compose } from './composer.ts'
import type { CampaignBrief, TextPort, WriteOptions, WrittenTemplate } from './port.ts'

export interface FakeText extends TextPort {
  /** Briefs so far, in order. */
  readonly asked: { brief: CampaignBrief; seed: number }[]
  /** Overrides the composer's text from now on. */
  answerWith(template: Partial<WrittenTemplate>): void
  /** The next call throws this error. */
  failNextWith(error: Error): void
}

/** A text port for feature tests: immediate, and records its calls. */
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
    writeTemplate: (brief, options) => write(brief, options, () => compose(brief, options.seed)),
    writeFollowUp: (brief, options) => write(brief, options, () => composeFollowUp(brief, options.seed)),
  }

  async function write(
    brief: CampaignBrief,
    { seed, signal, onText }: WriteOptions,
    written: () => WrittenTemplate,
  ): Promise<WrittenTemplate> {
    signal?.throwIfAborted()
    asked.push({ brief, seed })
    const error = failure
    failure = null
    if (error) throw error
    const template = { ...written(), ...answer }
    onText?.(template.body)
    return template
  }
}
