import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'

export interface Reader {
  publicUrl: string
  user: { email: string; first_name: string }
}

const SWITCH_OFF = 'You can switch these messages off in Settings, Preferences.'

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
  button: { text: 'Have a look', url: publicUrl + job.path },
  closing: SWITCH_OFF,
})

export interface ReachedLimit {
  /** Such as 'business searches'. */
  what: string
  percent: 80 | 100
  used: number
  cap: number
  resetsOn: string
}

export const limitLetter = ({ publicUrl, user }: Reader, limit: ReachedLimit): Letter => ({
  to: user.email,
  urgency: 'normal',
  subject:
    limit.percent === 100
      ? `You have reached your monthly limit for ${limit.what}`
      : `You have used ${limit.percent} % of your ${limit.what} this month`,
  paragraphs: [
    greet(user.first_name),
    `You have used ${limit.used} of ${limit.cap} ${limit.what} this month. The count starts again on ${limit.resetsOn}.`,
    'To go on without waiting, use tokens or choose a larger plan.',
  ],
  button: { text: 'See my usage', url: `${publicUrl}/settings?tab=profile` },
  closing: SWITCH_OFF,
})
