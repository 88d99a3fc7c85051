import type { CampaignBrief } from '../port.ts'
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
