import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'

export const accountErasedLetter = (user: { email: string; first_name: string }): Letter => ({
  to: user.email,
  subject: 'Your Goldpan account is deleted',
  paragraphs: [
    greet(user.first_name),
    'Your account is deleted, and with it your tables, prospects, campaigns and everything else that was stored for you.',
    'Only records of payments stay in our books, without your name.',
  ],
  closing: 'This is the last message about this account.',
})
