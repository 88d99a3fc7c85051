import type { Letter } from '../../letters/letter.ts'

export const heldLetter = (to: string, sentence: string): Letter => ({
  to,
  subject: 'Goldpan sends nothing until you resume it',
  paragraphs: [
    'Hello,',
    sentence,
    'Campaigns, follow-ups, forwarded replies and answers of all users wait. What was sent in the last moments before is in the logs of your mail server.',
  ],
})
