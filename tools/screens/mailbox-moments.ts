import type { Page } from '@playwright/test'
import { AT, ID, type Moment, press } from './moment.ts'

const LONG = 'maximiliane-alexandrine.von-hohenzollern@an-equally-long-domain-name.example'
const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const server = { host: 'smtp.pans.example', port: 587, security: 'starttls', username: 'ada@pans.example' }
const imap = { host: 'imap.pans.example', port: 993, security: 'tls', username: 'ada@pans.example' }

const mailbox = (n: number, fields: object = {}) => ({
  id: idOf(n),
  kind: 'google',
  provider: 'gmail',
  address: 'ada.pan@gmail.example',
  account: 'ada.pan@gmail.example',
  name: 'Ada Pan',
  smtp: null,
  imap: null,
  reads: 'answers',
  is_used: true,
  daily_cap: 40,
  has_ramp: true,
  keep_copy: false,
  state: 'connected',
  sentence: '',
  held_until: null,
  connected_by: { id: ID, name: 'Ada Pan' },
  sent_today: 12,
  cap_today: 24,
  people: 310,
  waiting: 41,
  read_at: AT,
  updated_at: AT,
  ...fields,
})

const mailboxes = [
  mailbox(1),
  mailbox(2, {
    kind: 'microsoft',
    address: 'sales@pans.example',
    account: 'ada@pans.example',
    state: 'needs_login',
    sentence: 'sales@pans.example needs you to sign in again',
  }),
  mailbox(3, {
    kind: 'password',
    address: LONG,
    account: LONG,
    smtp: server,
    imap,
    keep_copy: true,
    state: 'failing',
    sentence: `${LONG} could not be reached since 14:05. It is tried again by itself.`,
  }),
  mailbox(4, {
    address: 'bo@pans.example',
    sentence: 'Gmail takes no more mail from bo@pans.example today. It goes on Wednesday, 09:00.',
    held_until: AT,
    sent_today: 40,
    cap_today: 40,
  }),
  mailbox(5, {
    kind: 'password',
    address: 'old@pans.example',
    account: 'old@pans.example',
    smtp: server,
    imap,
    reads: 'nothing',
    state: 'off',
    sentence: 'old@pans.example is turned off',
    sent_today: 0,
  }),
]

const ready = { available: true, reading: true, sentence: '' }
const missing = (name: string, prefix: string) => ({
  available: false,
  reading: false,
  sentence: `Connecting ${name} is not set up here. The operator sets ${prefix}_OAUTH_CLIENT_ID and ${prefix}_OAUTH_CLIENT_SECRET.`,
})
const list = { mailboxes, providers: { google: ready, microsoft: ready }, attempt: null }
const none = { ...list, mailboxes: [] }

const days = Array.from({ length: 30 }, (_, n) => ({
  day: new Date(Date.UTC(2026, 2, 10 - n)).toISOString().slice(0, 10),
  cap: 40,
  sent: (n * 7) % 23,
  first: (n * 5) % 15,
  follow_ups: (n * 2) % 8,
  answers: n % 3,
  bounced: n % 6 === 0 ? 1 : 0,
}))
const shown = {
  mailboxes: list,
  [`mailboxes/${idOf(1)}/days`]: { days },
  [`mailboxes/${idOf(3)}/days`]: { days },
}

const way = {
  kind: 'password',
  provider: 'fastmail',
  name: 'Fastmail',
  smtp: server,
  imap,
  needs_app_password: true,
  hint: 'make one under Settings → Privacy & Security → App passwords.',
  help_url: 'https://www.fastmail.help/',
}

async function typeAddress(page: Page, address: string): Promise<void> {
  await press(page, 'Add mailbox')
  await page.getByRole('textbox', { name: 'Email address' }).fill(address)
}

async function refuse(page: Page): Promise<void> {
  const message = `Fastmail needs an app password: ${way.hint} (535 5.7.8 Authentication failed)`
  await page.route('**/api/mailboxes', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 'mailboxes.not_working', message, part: 'sending' } })
      : route.fallback(),
  )
  await typeAddress(page, 'ada@fastmail.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('sieve-and-gravel')
  await press(page, /^Connect$/)
  await page.getByRole('alert').last().scrollIntoViewIfNeeded()
}

async function remove(page: Page): Promise<void> {
  const message =
    '41 people wait for follow-ups from ada.pan@gmail.example. They are held until you move them.'
  await page.route('**/api/mailboxes/*', (route) =>
    route.fulfill({ status: 409, json: { code: 'mailboxes.people_wait', message, waiting: 41 } }),
  )
  await page.getByRole('button', { name: 'Actions for' }).first().click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(message).waitFor()
}

const campaignOf = (campaign: object) => ({
  ...campaign,
  mailbox_ids: null,
  mailboxes: mailboxes.map(({ id, address, state }) => ({ id, address, state })),
})
const ONE_CAMPAIGN = /^\/api\/campaigns\/[-\w]{36}$/

const planned = (n: number) => ({
  prospect_id: idOf(n),
  email: n === 2 ? LONG : `person-${n}@bakery.example`,
  mailbox_id: idOf(1),
  from: 'ada.pan@gmail.example',
  day: '2026-03-11',
  at: AT,
  bound: n % 2 === 0,
})

/** Moments of own mailboxes: their page, a campaign that uses them, and home. */
export const mailboxMoments: Record<string, Moment> = {
  'mailboxes-listed': { on: 'own-mailboxes', answers: shown },
  'mailboxes-none': { on: 'own-mailboxes', answers: { mailboxes: none } },
  'mailbox-opened': {
    on: 'own-mailboxes',
    answers: shown,
    act: (page) => press(page, 'ada.pan@gmail.example'),
  },
  'mailbox-password': {
    on: 'own-mailboxes',
    answers: shown,
    async act(page) {
      await press(page, LONG)
      await page.getByText('Password and mail servers').click()
      await page.getByText('Password and mail servers').scrollIntoViewIfNeeded()
    },
  },
  'mailbox-removed': { on: 'own-mailboxes', answers: shown, act: remove },
  'sign-in-failed': {
    on: 'own-mailboxes',
    answers: {
      mailboxes: {
        ...list,
        attempt: {
          provider: 'microsoft',
          code: 'mailboxes.admin_needed',
          message: 'Your Microsoft 365 administrator has to allow Goldpan first.',
          at: AT,
        },
      },
    },
  },
  'add-mailbox': {
    on: 'own-mailboxes',
    answers: { mailboxes: none },
    act: (page) => press(page, 'Add mailbox'),
  },
  'add-mailbox-not-set-up': {
    on: 'own-mailboxes',
    answers: {
      mailboxes: {
        ...none,
        providers: { google: missing('Google', 'GOOGLE'), microsoft: missing('Microsoft', 'MICROSOFT') },
      },
    },
    act: (page) => press(page, 'Add mailbox'),
  },
  'add-mailbox-known': {
    on: 'own-mailboxes',
    answers: { mailboxes: none, 'mailboxes/lookup': { ways: [way], sentence: '' } },
    async act(page) {
      await typeAddress(page, 'ada@fastmail.example')
      await page.getByRole('textbox', { name: 'Password' }).waitFor()
    },
  },
  'add-mailbox-gmail': {
    on: 'own-mailboxes',
    answers: {
      mailboxes: none,
      'mailboxes/lookup': { ways: [{ ...way, kind: 'google', name: 'Gmail' }, way], sentence: '' },
    },
    async act(page) {
      await typeAddress(page, 'ada@gmail.example')
      await page.getByRole('button', { name: 'Use a password instead' }).waitFor()
    },
  },
  'add-mailbox-unknown': {
    on: 'own-mailboxes',
    answers: {
      mailboxes: none,
      'mailboxes/lookup': {
        ways: [],
        sentence: 'We do not know the mail servers of pans.example. Please enter them.',
      },
    },
    async act(page) {
      await typeAddress(page, 'ada@pans.example')
      await page.getByRole('textbox', { name: 'Password' }).scrollIntoViewIfNeeded()
    },
  },
  'add-mailbox-refused': {
    on: 'own-mailboxes',
    answers: { mailboxes: none, 'mailboxes/lookup': { ways: [way], sentence: '' } },
    act: refuse,
  },
  'campaign-mailboxes': {
    on: 'campaign-settings',
    answers: { mailboxes: list },
    changes: [[ONE_CAMPAIGN, (campaign: object) => ({ ...campaignOf(campaign), mailbox_ids: [idOf(1)] })]],
    shows: 'h2:has-text("Mailboxes")',
  },
  'campaign-from': {
    on: 'campaign-prospects',
    changes: [
      [ONE_CAMPAIGN, campaignOf],
      [
        /\/enrolments$/,
        ({ enrolments }: { enrolments: object[] }) => ({
          enrolments: enrolments.map((enrolment, n) => ({
            ...enrolment,
            mailbox: n % 3 === 2 ? null : { id: idOf(1), address: mailboxes[n % 3]!.address },
          })),
        }),
      ],
    ],
  },
  'move-to-mailbox': {
    on: 'campaign-prospects',
    answers: { mailboxes: list },
    changes: [[ONE_CAMPAIGN, campaignOf]],
    async act(page) {
      await page.getByRole('row').nth(1).getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Move to another mailbox…' }).first().click()
    },
  },
  'send-plan': {
    on: 'campaign',
    answers: { 'send-plan': { total: 41, people: Array.from({ length: 9 }, (_, n) => planned(n + 1)) } },
    changes: [
      [
        ONE_CAMPAIGN,
        (campaign: { counts: object }) => ({
          ...campaignOf(campaign),
          counts: { ...campaign.counts, generated: 41 },
        }),
      ],
      [
        /\/send-preview$/,
        (preview: object) => ({
          ...preview,
          recipients: 41,
          mailboxes: mailboxes.slice(0, 3).map(({ id, address, state, sentence }, at) => ({
            mailbox_id: id,
            address,
            state,
            sentence,
            people: 12,
            days: days.slice(0, 8 - at).map(({ day, first }) => ({ day, messages: first })),
          })),
        }),
      ],
    ],
    async act(page) {
      await press(page, 'Send Emails')
      await press(page, 'Who, when')
      await page.getByText(LONG).last().waitFor()
    },
  },
  'home-mailboxes': {
    on: 'search',
    changes: [
      [
        /^\/api\/home$/,
        (home: object) => ({
          ...home,
          mailboxes: mailboxes.slice(1, 3).map(({ id, address, sentence }) => ({ id, address, sentence })),
        }),
      ],
    ],
  },
}
