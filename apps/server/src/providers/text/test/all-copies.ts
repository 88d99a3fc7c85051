import { compose } from '../composer.ts'
import type { CampaignBrief, FollowUpBrief } from '../port.ts'
import { englishCopies } from './copies-english.ts'
import { furtherCopies } from './copies-further.ts'
import { germanCopies } from './copies-german.ts'
import { oddTradeCopies } from './copies-odd-trades.ts'
import { otherCopies, romanceCopies } from './copies-romance.ts'
import { germanicTradeCopies } from './copies-trades-germanic.ts'
import { romanceTradeCopies } from './copies-trades-romance.ts'
import { unusualCopies } from './copies-unusual.ts'
import type { SampleCopy } from './sample-copy.ts'

export const knownCopies: SampleCopy[] = [
  ...englishCopies,
  ...germanCopies,
  ...romanceCopies,
  ...furtherCopies,
  ...unusualCopies,
  ...germanicTradeCopies,
  ...romanceTradeCopies,
  ...oddTradeCopies,
]
export const allCopies: SampleCopy[] = [...knownCopies, ...otherCopies]

export const briefOf = ({ copy, promotion }: Pick<SampleCopy, 'copy' | 'promotion'>): CampaignBrief => ({
  name: 'Autumn 4711',
  marketing_copy: copy,
  promotional_content: promotion,
  description: 'Internal: budget 98765 per month, ask Zebulon.',
  sender_name: 'Robin Sample',
})

/** The second of three follow-ups to the first copy. */
export const followUpBrief: FollowUpBrief = {
  ...briefOf(knownCopies[0]!),
  position: 2,
  is_last: false,
  thread: 'same',
  wait_days: 3,
  earlier: [
    compose(briefOf(knownCopies[0]!), 1),
    { subject: null, body: 'Hello {{firstName|there}},\n\nany news?\n\nBest regards' },
  ],
}
