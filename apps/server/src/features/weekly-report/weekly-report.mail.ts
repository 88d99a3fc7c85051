import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'

export interface WeekFigures {
  searches: number
  prospects: number
  /** Handed over, follow-ups included. The figures below are of people. */
  emails: number
  sent: number
  opened: number
  replied: number
}

const count = (figure: number, one: string, many: string) => `${figure} ${figure === 1 ? one : many}`

export const weeklyReportLetter = (
  publicUrl: string,
  user: { email: string; first_name: string },
  week: WeekFigures,
): Letter => ({
  to: user.email,
  urgency: 'low',
  subject: 'Your week with Goldpan',
  paragraphs: [
    greet(user.first_name),
    'The last 7 days:',
    [
      count(week.searches, 'search', 'searches'),
      count(week.prospects, 'new prospect', 'new prospects'),
      count(week.emails, 'email sent', 'emails sent'),
      `${count(week.sent, 'person', 'people')} written to for the first time`,
      `${count(week.opened, 'person', 'people')} opened`,
      `${count(week.replied, 'person', 'people')} replied`,
    ].join('\n'),
  ],
  button: { text: 'Open Goldpan', url: `${publicUrl}/campaigns` },
  closing: 'Turn the weekly report off in Settings, Preferences.',
})
