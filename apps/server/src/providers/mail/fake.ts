import type { HandOverResult, MailPort, OutgoingMail } from './port.ts'

export interface FakeMail extends MailPort {
  /** Every message that was accepted, oldest first. */
  accepted: OutgoingMail[]
  /** Answers in place of acceptance, by recipient. */
  answers: Map<string, HandOverResult>
}

/** A mail server in memory that accepts everything unless told otherwise. */
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
