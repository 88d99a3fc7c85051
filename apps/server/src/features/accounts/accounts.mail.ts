import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'

interface LinkParts {
  publicUrl: string
  type: 'signup' | 'recovery' | 'email_change'
  token: string
  email: string
}

const confirmUrl = ({ publicUrl, type, token, email }: LinkParts) =>
  `${publicUrl}/auth/confirm?${new URLSearchParams({ type, token, email })}`

export const verificationLetter = (firstName: string, link: LinkParts): Letter => ({
  to: link.email,
  subject: 'Please confirm your email address',
  paragraphs: [
    greet(firstName),
    'Someone, probably you, signed up for Goldpan with this address. Please confirm it to log in.',
  ],
  button: { text: 'Confirm my address', url: confirmUrl(link) },
  closing:
    'The link works once, for 24 hours. If you didn’t sign up, ignore this email: nobody can log in until the link is opened.',
})

export const resetLetter = (firstName: string, link: LinkParts): Letter => ({
  to: link.email,
  subject: 'Choose a new password',
  paragraphs: [greet(firstName), 'Someone, probably you, requested a new Goldpan password.'],
  button: { text: 'Choose a new password', url: confirmUrl(link) },
  closing:
    'The link works once, for one hour. If you didn’t request it, ignore this email; your password stays the same.',
})

export const passwordChangedNotice = (firstName: string, email: string): Letter => ({
  to: email,
  subject: 'Your password was changed',
  paragraphs: [
    greet(firstName),
    'Your Goldpan password was just changed with a link from an email, and all browsers were logged out.',
  ],
  closing:
    'If this wasn’t you, someone can read your email: secure your mailbox first, then choose a new Goldpan password.',
})

export const emailChangeLetter = (firstName: string, link: LinkParts): Letter => ({
  to: link.email,
  subject: 'Please confirm your new email address',
  paragraphs: [
    greet(firstName),
    'You asked to use this address for Goldpan. If the browser that opens the link isn’t logged in, log in with your old address first.',
  ],
  button: { text: 'Use this address', url: confirmUrl(link) },
  closing: 'The link works once, for 24 hours. Until you open it, your old address stays.',
})

export const emailChangeNotice = (
  firstName: string,
  oldEmail: string,
  newEmail: string,
  stopUrl: string,
): Letter => ({
  to: oldEmail,
  subject: 'Your email address is about to change',
  paragraphs: [
    greet(firstName),
    `Someone, probably you, asked to change the address of your Goldpan account to ${newEmail}. It changes once the new address is confirmed.`,
    'If this wasn’t you, stop the change now. This also logs out every browser.',
  ],
  button: { text: 'Stop the change', url: stopUrl },
  closing: 'The link works for 24 hours, as long as the change can be confirmed.',
})

/** To the old address, once the new one is confirmed. */
export const emailChangedNotice = (firstName: string, oldEmail: string, newEmail: string): Letter => ({
  to: oldEmail,
  subject: 'Your email address was changed',
  paragraphs: [
    greet(firstName),
    `The address of your Goldpan account is now ${newEmail}. We won’t write to this one again.`,
  ],
  closing: 'If this wasn’t you, please contact the operator of this installation.',
})

/** To the owner of an address that another account wants to use. */
export const emailTakenNotice = (firstName: string, email: string): Letter => ({
  to: email,
  subject: 'This address already has an account',
  paragraphs: [
    greet(firstName),
    'Someone, perhaps you, asked to use this address for another Goldpan account. An address can have only one account, so nothing was changed.',
  ],
  closing: 'If this wasn’t you, you don’t need to do anything.',
})

export const suspendedLetter = (
  { first_name, email }: { first_name: string; email: string },
  { reason, operatorEmail }: { reason: string; operatorEmail: string },
): Letter => ({
  to: email,
  subject: 'Your account is suspended',
  paragraphs: [
    greet(first_name),
    'The operator of this installation has suspended your Goldpan account for this reason:',
    reason,
    'You can’t log in, and nothing is sent, gathered or written for you or the organizations you own. Nothing was deleted: what waits goes on when the account is opened again. Replies to your mail are still kept.',
  ],
  closing: `Write to ${operatorEmail} if you have questions, or to have the account opened again.`,
  replyTo: operatorEmail,
})

export const reopenedLetter = (
  { first_name, email }: { first_name: string; email: string },
  publicUrl: string,
): Letter => ({
  to: email,
  subject: 'Your account is open again',
  paragraphs: [
    greet(first_name),
    'Your Goldpan account is no longer suspended. What waited goes on by itself, such as campaigns that were being sent.',
  ],
  button: { text: 'Log in', url: `${publicUrl}/login` },
})
