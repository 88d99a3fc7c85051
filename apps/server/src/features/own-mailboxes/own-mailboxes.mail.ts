import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'
import { needsLogin } from './own-mailboxes.rules.ts'

interface Reader {
  publicUrl: string
  user: { email: string; first_name: string }
}

const button = (publicUrl: string) => ({ text: 'Open mailboxes', url: `${publicUrl}/own-mailboxes` })

export const needsLoginLetter = (
  { publicUrl, user }: Reader,
  { address, failure }: { address: string; failure: string },
): Letter => ({
  to: user.email,
  subject: needsLogin(address),
  paragraphs: [
    greet(user.first_name),
    `Goldpan can no longer sign in to ${address}.`,
    failure,
    'Nothing is sent from it and no answers are read until you sign in again. Follow-ups from it wait.',
  ],
  button: button(publicUrl),
})

export const unreachableLetter = (
  { publicUrl, user }: Reader,
  { address, failure }: { address: string; failure: string },
): Letter => ({
  to: user.email,
  subject: `${address} could not be reached for a day`,
  paragraphs: [
    greet(user.first_name),
    `Goldpan has not been able to reach ${address} for a day.`,
    failure,
    'It is tried again every 30 minutes. Until then nothing is sent from it and no answers are read.',
  ],
  button: button(publicUrl),
})
