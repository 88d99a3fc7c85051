import { accountMessages } from './accounts.ts'
import { refusals } from './refusal.ts'

export const accountRefusals = refusals({
  'accounts.signed_out': { status: 401, message: 'Please log in to continue' },
  'accounts.email_taken': { status: 409, message: 'An account with this email already exists' },
  'accounts.unknown_email': { status: 401, message: 'There is no account with this email address' },
  'accounts.wrong_password': { status: 401, message: 'Login failed: incorrect password' },
  'accounts.suspended': { status: 403, message: 'This account is suspended' },
  'accounts.sign_up_closed': {
    status: 403,
    message: 'This installation takes no new accounts. Please ask its operator for one.',
  },
  'accounts.sign_up_invited': {
    status: 403,
    message:
      'New accounts need an invitation here. Sign up with the address that an organization invited, or ask its owner for an invitation.',
  },
  'accounts.unconfirmed': { status: 403, message: 'Please verify your email address before logging in' },
  'accounts.bot_check': { status: 400, message: accountMessages.botCheck },
  'accounts.too_many_logins': { status: 429, message: 'Login failed: too many requests' },
  'accounts.token_unknown': { status: 400, message: 'This link is not valid. Please ask for a new one.' },
  'accounts.token_used': {
    status: 410,
    message: 'This link has already been used. Please ask for a new one.',
  },
  'accounts.token_expired': { status: 410, message: 'This link has expired. Please ask for a new one.' },
  'accounts.other_account': {
    status: 403,
    message: 'You are logged in with another account. Please log in with the one that this link belongs to.',
  },
  'accounts.change_confirmed': {
    status: 409,
    message:
      'It is too late to stop this change: the new address was confirmed. Please contact the operator of this installation.',
  },
  'accounts.change_over': {
    status: 410,
    message: 'There is nothing to stop: this change was already stopped, was replaced or has expired.',
  },
  'accounts.password_needed': { status: 403, message: 'Please enter your password to continue' },
  'accounts.password_differs': { status: 400, message: 'This password is incorrect' },
  'accounts.password_common': {
    status: 400,
    message: 'This password is too easy to guess. Please choose another.',
  },
})
