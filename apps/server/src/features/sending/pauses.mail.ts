import type { Letter } from '../../letters/letter.ts'

/** Tells the operator of a pause that only they can lift. */
export const complaintPauseLetter = (
  operator: string,
  { email, sentence }: { email: string; sentence: string },
): Letter => ({
  to: operator,
  urgency: 'normal',
  subject: `Sending of ${email} is paused for spam complaints`,
  paragraphs: [
    sentence,
    `The account can't lift this pause. Once you know where its recipients come from:\nnpm run admin -- lift-pause ${email} --reason "…"`,
  ],
})
