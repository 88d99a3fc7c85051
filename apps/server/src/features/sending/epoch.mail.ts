import type { Letter } from '../../letters/letter.ts'

export const heldLetter = (to: string, sentence: string): Letter => ({
  to,
  subject: 'Goldpan sends nothing until you resume it',
  paragraphs: [
    'Hello,',
    sentence,
    'Campaigns, follow-ups, forwarded replies and answers of all users wait. The log of your mail server shows what was sent.',
  ],
})
