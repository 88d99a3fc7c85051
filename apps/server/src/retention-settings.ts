import { numberSetting } from './settings.ts'

const days = (name: string, sentence: string) =>
  numberSetting(name, {
    default: 730,
    min: 0,
    max: 36_500,
    sentence: `${sentence} \`0\` keeps them for ever.`,
  })

/** Settings of how long rows are kept. Accounts can choose less in Settings. */
export const retentionSettings = {
  keepTextsDays: days(
    'KEEP_TEXTS_DAYS',
    'Days that the texts of sent emails are kept. They are dropped in whole months, so up to a month later.',
  ),
  keepEventsDays: days(
    'KEEP_EVENTS_DAYS',
    'Days that single opens, clicks, bounces and the like are kept, in whole months. Figures and statuses stay.',
  ),
  keepAttemptsDays: days(
    'KEEP_ATTEMPTS_DAYS',
    "Days that attempts to deliver emails, with the servers' answers, are kept, in whole months.",
  ),
  keepUsageDays: days(
    'KEEP_USAGE_DAYS',
    'Days that the usage of each single email is kept. Older ones are summed by month.',
  ),
}
