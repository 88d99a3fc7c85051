import { dayInLetter } from '../../letters/days.ts'
import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'

export interface Reader {
  publicUrl: string
  user: { email: string; first_name: string }
}

const SWITCH_OFF = 'Turn these emails off in Settings, Preferences.'

export interface FinishedJob {
  /** Such as 'Gathering for Bakeries in Zurich'. */
  title: string
  /** A sentence on how it ended. */
  outcome: string
  /** The page that shows it, such as '/tables/…'. */
  path: string
}

export const jobFinishedLetter = ({ publicUrl, user }: Reader, job: FinishedJob): Letter => ({
  to: user.email,
  urgency: 'normal',
  subject: `${job.title}: finished`,
  paragraphs: [greet(user.first_name), `${job.title} has finished.`, job.outcome],
  button: { text: 'View results', url: publicUrl + job.path },
  closing: SWITCH_OFF,
})

export interface ReachedLimit {
  /** Such as 'business searches'. */
  what: string
  percent: 80 | 100
  used: number
  cap: number
  resetsOn: string
  /** False if only the operator can give more. */
  sellsPlans: boolean
}

export const limitLetter = ({ publicUrl, user }: Reader, limit: ReachedLimit): Letter => ({
  to: user.email,
  urgency: 'normal',
  subject:
    limit.percent === 100
      ? `You have reached your monthly limit for ${limit.what}`
      : `You have used ${limit.percent}% of your ${limit.what} this month`,
  paragraphs: [
    greet(user.first_name),
    `You have used ${limit.used} of ${limit.cap} ${limit.what} this month. It resets on ${dayInLetter(limit.resetsOn)}.`,
    limit.sellsPlans
      ? 'To continue without waiting, use tokens or upgrade your plan.'
      : 'To continue without waiting, ask the operator of this installation.',
  ],
  button: { text: 'View usage', url: `${publicUrl}/settings?tab=profile` },
  closing: SWITCH_OFF,
})
