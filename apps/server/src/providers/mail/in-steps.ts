import { addFacts, inStep } from '../steps/port.ts'
import type { MailPort } from './port.ts'

/** Logs and traces each hand-over as a step, with its outcome. */
export const inSteps = (mail: MailPort): MailPort => ({
  handOver: (message, options) =>
    inStep({ name: 'SMTP hand-over', kind: 'call' }, {}, async () => {
      const result = await mail.handOver(message, options)
      addFacts({ outcome: result.outcome, ...(result.code !== null && { code: result.code }) })
      return result
    }),
  close: () => mail.close(),
})
