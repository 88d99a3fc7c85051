import { z } from 'zod'
import { addressInput, knownAddressInput } from './email-address.ts'
import { route } from './route.ts'
import { instant, requiredLine } from './text.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

export const plan = z.enum(['test', 'free', 'basic', 'premium'])
export type Plan = z.infer<typeof plan>

export const sessionUser = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  subscription_plan: plan,
})
export type SessionUser = z.infer<typeof sessionUser>

export const accountMessages = {
  botCheck: 'Please complete the reCAPTCHA verification',
  allFields: 'Please fill in all required fields',
  emailInvalid: 'Please enter a valid email address',
  passwordsDiffer: 'Passwords do not match',
  passwordShort: 'Password must be at least 8 characters long',
  resetPasswordShort: 'Password must be at least 8 characters',
  terms: 'You must accept the Terms of Service and Privacy Policy to continue',
  profileFields: 'All fields are required',
  registered: 'Registration successful! Please check your email to verify your account.',
  confirmationSent: 'We have sent the link again if this address still needs confirming.',
  resetSent: 'Check your email for password reset instructions',
  passwordUpdated: 'Password updated successfully. Please log in.',
  passwordChanged: 'Password changed. Your other browsers are logged out.',
  profileUpdated: 'Profile updated successfully',
  profileFailed: 'Failed to update profile',
} as const

/** Typed to confirm the deletion of an account. */
export const DELETE_WORD = 'DELETE'

export const emailAddress = (blank: string) => addressInput(blank, accountMessages.emailInvalid)

const accountAddress = knownAddressInput('Please enter your email address', accountMessages.emailInvalid)

const botCheckToken = z
  .string({ error: accountMessages.botCheck })
  .min(1, accountMessages.botCheck)
  .max(20_000)

/** Names appear in headers and HTML of emails. */
const isPlainName = (value: string) => !/[\r\n\u0000-\u001f\u007f\u0085\u2028\u2029<>]/.test(value)
const NAME_MESSAGE = 'Please enter a name without special characters'

const name = requiredLine(accountMessages.allFields, 100).refine(isPlainName, NAME_MESSAGE)

export const registration = z
  .object({
    firstName: name,
    lastName: name,
    email: emailAddress(accountMessages.allFields),
    password: z
      .string({ error: accountMessages.allFields })
      .min(1, accountMessages.allFields)
      .min(PASSWORD_MIN, accountMessages.passwordShort)
      .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters long`),
    confirmPassword: z.string({ error: accountMessages.allFields }),
    acceptTerms: z.literal(true, { error: accountMessages.terms }),
    recaptchaToken: botCheckToken,
  })
  .refine((form) => form.password === form.confirmPassword, {
    message: accountMessages.passwordsDiffer,
    path: ['confirmPassword'],
    // Shown together with the other errors of the form.
    when: ({ value }) => Boolean((value as { password?: unknown } | null)?.password),
  })

const typedPassword = z
  .string({ error: 'Please enter your password' })
  .min(1, 'Please enter your password')
  .max(1000)

export const login = z.object({
  email: accountAddress,
  password: typedPassword,
  recaptchaToken: botCheckToken,
})

export const passwordUpdate = z.object({
  password: z
    .string({ error: accountMessages.resetPasswordShort })
    .min(PASSWORD_MIN, accountMessages.resetPasswordShort)
    .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
  accessToken: z.string({ error: 'Missing reset token' }).min(1, 'Missing reset token').max(200),
})

/** The current password, required for changes that somebody else at an open browser must not make. */
export const passwordProof = z.object({ password: typedPassword })

export const passwordChange = z.object({
  current_password: typedPassword,
  password: passwordUpdate.shape.password,
})

const profileName = requiredLine(accountMessages.profileFields, 100).refine(isPlainName, NAME_MESSAGE)

export const profile = z.object({
  first_name: profileName,
  last_name: profileName,
  email: emailAddress(accountMessages.profileFields),
})

/** `pending_email` awaits confirmation. */
export const profileAnswer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  pending_email: z.string().nullable().optional(),
})
export type ProfileAnswer = z.infer<typeof profileAnswer>

export const preferences = z.object({ email_notifications: z.boolean(), weekly_reports: z.boolean() })
export type Preferences = z.infer<typeof preferences>

export const accountDeletion = z.object({
  confirmation: z.literal(DELETE_WORD, { error: `Please type ${DELETE_WORD} to confirm` }),
})

/** A logged-in browser; `device` describes it in plain words. */
export const ownSession = z.object({
  id: z.string(),
  device: z.string(),
  started_at: instant,
  used_at: instant,
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const tokenType = z.enum(['signup', 'recovery', 'email_change'], {
  error: ({ input }) =>
    input ? 'This link is incomplete. Please open the whole link from the email.' : 'No token type provided',
})

const linkToken = z.string({ error: 'No access token provided' }).min(1, 'No access token provided').max(200)

/** A stopped change of address: the address that stays, and the requested one. */
export const stoppedChange = z.object({ email: z.string(), stopped_email: z.string() })
export type StoppedChange = z.infer<typeof stoppedChange>

const message = z.object({ message: z.string() })

export const accountRoutes = {
  register: route('POST', '/api/auth/register', {
    body: registration,
    answer: message,
    access: 'public',
    limit: { points: 300, seconds: 3600, by: 'source' },
    summary: 'Creates an account and sends a confirmation email',
  }),
  login: route('POST', '/api/auth/login', {
    body: login,
    answer: z.object({ user: sessionUser }),
    access: 'public',
    limit: { points: 1200, seconds: 900, by: 'source' },
    summary: 'Logs in and sets the session cookie',
  }),
  logout: route('POST', '/api/auth/logout', {
    answer: message,
    access: 'public',
    summary: 'Logs out',
  }),
  refresh: route('POST', '/api/auth/refresh', {
    body: z.object({}).optional(),
    answer: z.object({ user: sessionUser }),
    access: 'public',
    summary: 'Renews the session and returns its user',
  }),
  confirmEmail: route('POST', '/api/auth/confirm-email', {
    body: z.object({
      token: linkToken,
      type: tokenType,
      email: z.string().max(320).nullish(),
    }),
    answer: message,
    access: 'public',
    limit: { points: 600, seconds: 3600, by: 'source' },
    summary: 'Confirms an address with an emailed token; a changed address needs a session of the account',
  }),
  requestConfirmation: route('POST', '/api/auth/confirm-email/request', {
    body: z.object({ email: accountAddress }),
    answer: message,
    access: 'public',
    limit: { points: 120, seconds: 3600, by: 'source' },
    summary: 'Sends the confirmation email again; the response never tells whether an address has an account',
  }),
  stopEmailChange: route('POST', '/api/auth/email-change/stop', {
    body: z.object({ token: linkToken }),
    answer: stoppedChange,
    access: 'public',
    limit: { points: 120, seconds: 3600, by: 'source' },
    summary: 'Stops a change of address with the token sent to the old address, and ends all sessions',
  }),
  requestReset: route('POST', '/api/auth/reset-password/request', {
    body: z.object({ email: accountAddress }),
    answer: message,
    access: 'public',
    limit: { points: 120, seconds: 3600, by: 'source' },
    summary: 'Sends reset instructions; the response never tells whether an address has an account',
  }),
  updatePassword: route('POST', '/api/auth/reset-password/update', {
    body: passwordUpdate,
    answer: message,
    access: 'public',
    limit: { points: 120, seconds: 3600, by: 'source' },
    summary: 'Sets a new password with a reset token and ends all sessions',
  }),
  getProfile: route('GET', '/api/user/profile', {
    whose: 'person',
    answer: profileAnswer,
    summary: 'Returns name and address, and a new address that is not confirmed yet',
  }),
  updateProfile: route('PUT', '/api/user/profile', {
    whose: 'person',
    body: profile,
    answer: profileAnswer,
    limit: { points: 60, seconds: 3600, by: 'user' },
    summary: 'Changes name or address; a new address must be confirmed first',
  }),
  cancelEmailChange: route('DELETE', '/api/user/pending-email', {
    whose: 'person',
    answer: profileAnswer,
    summary: 'Cancels a change of address and revokes its link',
  }),
  getPreferences: route('GET', '/api/user/preferences', { whose: 'person', answer: preferences }),
  updatePreferences: route('PUT', '/api/user/preferences', {
    whose: 'person',
    body: preferences,
    answer: preferences,
    summary: 'Returns which notifications are on',
  }),
  provePassword: route('POST', '/api/user/prove-password', {
    whose: 'person',
    body: passwordProof,
    answer: message,
    summary:
      'Checks the password again; for an hour the session may change the address or delete the account',
  }),
  changePassword: route('PUT', '/api/user/password', {
    whose: 'person',
    body: passwordChange,
    answer: message,
    summary: 'Changes the password and ends all other sessions',
  }),
  listSessions: route('GET', '/api/user/sessions', {
    whose: 'person',
    answer: z.array(ownSession),
    summary: 'Lists the active sessions',
  }),
  endOtherSessions: route('POST', '/api/user/sessions/end-others', {
    whose: 'person',
    answer: message,
    limit: { points: 60, seconds: 3600, by: 'user' },
    summary: 'Ends all other sessions',
  }),
  downloadData: route('GET', '/api/user/data', {
    whose: 'person',
    answer: 'file',
    limit: { points: 10, seconds: 3600, by: 'user' },
    summary: 'Downloads everything stored about the user: a ZIP of JSON and CSV files and uploaded images',
  }),
  deleteAccount: route('POST', '/api/user/delete', {
    whose: 'person',
    body: accountDeletion,
    answer: message,
    limit: { points: 10, seconds: 3600, by: 'user' },
    summary: 'Deletes the account with all its data and ends all sessions',
  }),
  botCheckChallenge: route('GET', '/api/bot-check/challenge', {
    answer: z.record(z.string(), z.unknown()),
    access: 'public',
    limit: { points: 300, seconds: 600, by: 'source' },
    summary: 'Returns a proof-of-work challenge for the bot check',
  }),
  signUpSettings: route('GET', '/api/sign-up', {
    answer: z.object({ sign_up: z.enum(['open', 'invited', 'closed']), sentence: z.string().nullable() }),
    access: 'public',
    summary: 'Returns who may sign up, with a sentence if not everybody may',
  }),
  botCheckSettings: route('GET', '/api/bot-check', {
    answer: z.object({ provider: z.enum(['altcha', 'recaptcha', 'off']), site_key: z.string().nullable() }),
    access: 'public',
    summary: 'Returns which bot check the forms show',
  }),
}
