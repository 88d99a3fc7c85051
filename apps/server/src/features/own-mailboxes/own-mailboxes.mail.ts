import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'
import { needsLogin } from './own-mailboxes.rules.ts'

interface Reader {
  publicUrl: string
  user: { email: string; first_name: string }
}

interface Trouble {
  state: 'needs_login' | 'failing'
  address: string
  failure: string
}

const WHAT_HAPPENED = {
  needs_login: (address: string) => `Goldpan can no longer sign in to ${address}.`,
  failing: (address: string) => `Goldpan has not been able to reach ${address} for a day.`,
}

const WHAT_TO_DO = {
  needs_login:
    'Nothing is sent from it and no answers are read until you sign in again. Follow-ups from it wait.',
  failing:
    'Until it works nothing is sent from it and no answers are read. Please test it on the page of your mailboxes, and sign in again if that fails. It is also tried every 30 minutes by itself.',
}

/** A mailbox that needs its person: its sign-in was refused, or it has been failing for a day. */
export const mailboxLetter = ({ publicUrl, user }: Reader, { state, address, failure }: Trouble): Letter => ({
  to: user.email,
  subject: needsLogin(address),
  paragraphs: [greet(user.first_name), WHAT_HAPPENED[state](address), failure, WHAT_TO_DO[state]],
  button: { text: 'Open mailboxes', url: `${publicUrl}/own-mailboxes` },
})
