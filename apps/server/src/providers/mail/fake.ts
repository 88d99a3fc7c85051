import type { HandOverResult, MailPort, OutgoingMail } from './port.ts'

export interface FakeMail extends MailPort {
  /** Accepted messages, oldest first. */
  accepted: OutgoingMail[]
  /** Results by recipient, in place of acceptance. */
  answers: Map<string, HandOverResult>
}

/** A mail server in memory that accepts everything by default. */
export function createFakeMail(): FakeMail {
  const accepted: OutgoingMail[] = []
  const answers = new Map<string, HandOverResult>()
  return {
    accepted,
    answers,
    async handOver(mail, options) {
      const answer = answers.get(mail.envelope.to)
      if (answer && answer.outcome !== 'unconfirmed' && answer.outcome !== 'accepted') return answer
      if ((await options?.beforeBody?.()) === false)
        return { outcome: 'not_sent', code: null, answer: 'withdrawn' }
      if (answer?.outcome === 'unconfirmed') return answer
      accepted.push(mail)
      return { outcome: 'accepted', code: 250, answer: '250 OK' }
    },
    async close() {},
  }
}
