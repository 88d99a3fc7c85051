import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'

export const accountErasedLetter = (user: { email: string; first_name: string }): Letter => ({
  to: user.email,
  subject: 'Your Goldpan account is deleted',
  paragraphs: [
    greet(user.first_name),
    'Your account has been deleted, with its tables, prospects, campaigns and all other data.',
    'Only payment records stay, without your name.',
  ],
  closing: 'This is the last message about this account.',
})
