import type { Page } from '@playwright/test'
import { AT, ID, type Moment, press } from './moment.ts'
import { UNKNOWN_ID } from './screen-paths.ts'

const organization = { id: ID, name: 'Pans & Sons', role: 'owner', owner_name: 'Ada Pan', is_frozen: false }
const member = (name: string, role: string) => ({
  user_id: crypto.randomUUID(),
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@an-equally-long-domain-name.example`,
  role,
  joined_at: AT,
})
const organizationWithMembers = {
  ...organization,
  members: [
    member('Ada Pan', 'owner'),
    member('Maximiliane-Alexandrine von Hohenzollern', 'admin'),
    member('Bo Ek', 'member'),
  ],
  invitations: [
    {
      id: ID,
      email: 'cleo@pans.example',
      role: 'member',
      created_at: AT,
      expires_at: '2126-03-17T09:30:00.000Z',
      is_expired: false,
    },
  ],
}

const record = (
  id: string,
  title: string,
  type: string,
  state: string,
  found: string[],
  sentence: string,
) => ({
  id,
  title,
  purpose: 'Proves that messages come from you and were not changed on the way.',
  type,
  name: `${id}._domainkey.mail.pans.example`,
  value: `v=${id.toUpperCase()}1; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(4)}`,
  found,
  state,
  sentence,
})
const domain = {
  domain: 'mail.pans.example',
  is_outbox: false,
  is_enforced: true,
  is_ready: false,
  records: [
    record('dkim', 'DKIM', 'TXT', 'missing', [], 'No key is published yet.'),
    record(
      'spf',
      'SPF',
      'TXT',
      'wrong',
      ['v=spf1 +all'],
      'The record allows any server to send. End it with ~all or -all.',
    ),
    record('mx', 'MX', 'MX', 'ok', ['10 mail.pans.example'], 'Replies arrive here.'),
  ],
  server: {
    host: 'smtp.pans.example',
    state: 'ok',
    sentence: 'smtp.pans.example has a name that points back to it.',
  },
  key: {
    selector: 'g1',
    created_at: AT,
    works: true,
    sentence: 'The signing key of mail.pans.example works.',
  },
  checked_at: AT,
}

const entry = (fields: object) => ({
  id: crypto.randomUUID(),
  kind: 'address',
  address: 'ann@an-equally-long-domain-name.example',
  reason: 'manual',
  source: 'Added by hand',
  created_at: AT,
  can_remove: true,
  ...fields,
})

const request = (fields: object) => ({
  id: crypto.randomUUID(),
  type: 'bug',
  title: 'Save does nothing',
  description: 'I pressed Save.\nNothing happened.',
  priority: 'medium',
  has_screenshot: true,
  state: 'open',
  created_at: AT,
  ...fields,
})

const transaction = (transaction_type: string, amount: number, payment_transaction_id: string | null) => ({
  id: crypto.randomUUID(),
  created_at: AT,
  transaction_type,
  amount,
  payment_transaction_id,
  description: '',
})

async function signUp(page: Page): Promise<void> {
  await page.route('**/api/auth/register', (route) => route.fulfill({ json: { message: 'Registered' } }))
  for (const [label, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Pan'],
    ['Email', 'ada@pans.example'],
    ['Password', 'sieve-and-gravel-7'],
    ['Confirm password', 'sieve-and-gravel-7'],
  ] as const)
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByRole('checkbox', { name: /accept/ }).check()
  await press(page, 'Sign up')
  await page.getByText('Almost there').waitFor()
}

/** Moments of signed-out visitors, and of account, organization and sending settings. */
export const accountMoments: Record<string, Moment> = {
  'forgot-password': { on: 'login', act: (page) => press(page, 'Forgot password?') },
  'refused-login': { on: 'login', act: (page) => press(page, 'Log in') },
  'refused-signup': { on: 'signup', act: (page) => press(page, 'Sign up') },
  'signed-up': { on: 'signup', act: signUp },
  subscribed: {
    on: 'subscribe',
    async act(page) {
      await page.route('**/api/subscribe', (route) => route.fulfill({ json: { message: 'Sent' } }))
      await page.getByRole('textbox', { name: 'Email' }).fill('ada@pans.example')
      await press(page, 'Subscribe')
      await page.getByText('Thanks for Subscribing').waitFor()
    },
  },
  'organization-members': {
    on: 'organization',
    answers: { [`organizations/${UNKNOWN_ID}`]: organizationWithMembers },
  },
  'organizations-of-mine': {
    on: 'organizations',
    answers: { organizations: { active_id: null, can_create: true, organizations: [organization] } },
  },
  'domain-incomplete': { on: 'sending-domain', answers: { 'sending-domain': domain } },
  'entries-listed': {
    on: 'do-not-contact',
    answers: {
      suppressions: {
        total: 2,
        suppressions: [entry({}), entry({ address: null, reason: 'unsubscribed', can_remove: false })],
      },
    },
  },
  'requests-listed': {
    on: 'feedback',
    answers: { support: [request({}), request({ state: 'answered', has_screenshot: false })] },
  },
  'token-transactions': {
    on: 'token-history',
    answers: {
      'tokens/transactions': [
        transaction('purchase', 500, 'pi_3PwQ8fLk'),
        transaction('email_send', -1, null),
        transaction('business_search', -1, null),
      ],
    },
  },
  'mail-opened': {
    on: 'mailbox',
    act: (page) => page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click(),
  },
  'mail-answered': {
    on: 'mailbox',
    async act(page) {
      await page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click()
      await press(page, 'Reply')
    },
  },
}
