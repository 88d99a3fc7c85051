import type { Letter } from '../../letters/letter.ts'
import type { Cause, Report } from './watching.rules.ts'

export interface IncidentFacts {
  since: string
  now: string
  /** Messages, forwards and answers that wait. */
  waiting: number
}

/** In UTC, since the installation has no time zone. */
const moment = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

interface Words {
  subject: string
  /** Also the line in the log. */
  sentence: (facts: IncidentFacts) => string
  advice?: string
}

const waitWords = (waiting: number): string =>
  waiting === 1 ? '1 message is waiting' : `${waiting} messages are waiting`

const BEGAN: Record<Cause, Words> = {
  no_worker: {
    subject: 'No Goldpan worker is running',
    sentence: ({ since, waiting }) =>
      `No worker has been running since ${moment(since)}: nothing is sent, gathered or imported. ${waitWords(waiting)}.`,
    advice:
      'Start a process with the role worker, or look at the log of the one that should run. This letter itself could only leave once a worker ran again.',
  },
  no_hand_over: {
    subject: 'Goldpan is not sending mail',
    sentence: ({ since, waiting }) =>
      `Nothing has been handed over since ${moment(since)}, though ${waitWords(waiting)}.`,
    advice:
      'Look at the warnings in the log of the workers, which name the mail server and its answer, and at the campaigns, which show why their messages wait. Nothing is lost: messages are tried again for 24 hours.',
  },
}

const OVER: Record<Cause, Words> = {
  no_worker: {
    subject: 'A Goldpan worker is running again',
    sentence: ({ since, now }) =>
      `From ${moment(since)} to ${moment(now)} no worker was running. One is running now.`,
  },
  no_hand_over: {
    subject: 'Goldpan is sending mail again',
    sentence: ({ since, now, waiting }) =>
      waiting === 0
        ? `From ${moment(since)} to ${moment(now)} nothing could be handed over. No message is waiting now.`
        : `From ${moment(since)} to ${moment(now)} nothing could be handed over. Now mail leaves again; ${waitWords(waiting)}.`,
  },
}

const wordsOf = (kind: Report['kind'], cause: Cause): Words => (kind === 'began' ? BEGAN : OVER)[cause]

export const incidentSentence = (kind: Report['kind'], cause: Cause, facts: IncidentFacts): string =>
  wordsOf(kind, cause).sentence(facts)

export function incidentLetter(
  to: string,
  kind: Report['kind'],
  { cause, ...facts }: IncidentFacts & { cause: Cause },
): Letter {
  const { subject, sentence, advice } = wordsOf(kind, cause)
  return { to, subject, paragraphs: ['Hello,', sentence(facts), ...(advice ? [advice] : [])] }
}
