import { z } from 'zod'
import { accountMessages, emailAddress } from './accounts.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { optionalLine } from './text.ts'

export const mailingListMessages = {
  emailRequired: 'Email address is required',
  failed: 'Failed to submit. Please try again.',
  /** The same for every sign-up, so that it reveals nobody. */
  checkMail: 'Please check your email and confirm your subscription.',
  confirmFailed: 'Failed to confirm your subscription',
  leaveFailed: 'Failed to end your subscription',
} as const

/** Lifetime of a confirmation link. */
export const CONFIRM_DAYS = 7

export const subscription = z.object({
  email: emailAddress(mailingListMessages.emailRequired),
  name: optionalLine(100),
  companyName: optionalLine(200),
  recaptchaToken: z.string({ error: accountMessages.botCheck }).min(1, accountMessages.botCheck).max(20_000),
})

const byToken = z.object({ token: z.string({ error: 'This link is incomplete' }).min(1).max(300) })
const message = z.object({ message: z.string() })
const limit = { points: 60, seconds: 3600, by: 'source' } as const

export const mailingListRoutes = {
  subscribe: route('POST', '/api/subscribe', {
    body: subscription,
    answer: message,
    access: 'public',
    limit: { points: 20, seconds: 3600, by: 'source' },
    summary: 'Sends a confirmation email; the response never tells whether an address is on the list',
  }),
  confirm: route('POST', '/api/subscribe/confirm', {
    body: byToken,
    answer: message,
    access: 'public',
    limit,
    summary: 'Confirms a subscription with the emailed token',
  }),
  leave: route('POST', '/api/subscribe/leave', {
    body: byToken,
    answer: message,
    access: 'public',
    limit,
    summary: 'Ends a subscription with the token from any newsletter',
  }),
}

export const mailingListRefusals = refusals({
  'mailing_list.bad_link': {
    status: 400,
    message: 'This link is not valid. Please open the whole link from the email.',
  },
  'mailing_list.link_expired': {
    status: 410,
    message: 'This link has expired. Please sign up again to get a new one.',
  },
})
