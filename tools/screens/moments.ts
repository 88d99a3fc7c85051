import type { Page } from '@playwright/test'
import { accountMoments } from './account-moments.ts'
import { everydayMoments } from './everyday-moments.ts'
import { mailboxMoments } from './mailbox-moments.ts'
import { AT, ID, type Moment, press } from './moment.ts'
import type { ScreenPaths } from './screen-paths.ts'

/** Waits for the lazily loaded code. */
async function openByKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

const job = (fields: object) => ({
  id: ID,
  campaign_id: ID,
  status: 'processing',
  resend: false,
  result: null,
  error: null,
  progress: { total: 300, processed: 120, success: 118, failed: 2 },
  in_flight: 3,
  hold: null,
  next_try_at: null,
  created_at: AT,
  completed_at: null,
  ...fields,
})
const sending = (fields: object) => ({ jobs: [job(fields)], [`jobs/${ID}`]: job(fields) })

const delivery = (state: string, reason: string, fields: object = {}) => ({
  id: crypto.randomUUID(),
  campaign_prospect_id: null,
  prospect_id: null,
  round: 1,
  state,
  is_bounced: false,
  reason,
  email: `${state}.somebody-with-a-long-name@an-equally-long-domain-name.example`,
  next_at: null,
  queued_at: AT,
  finished_at: AT,
  attempts: [],
  ...fields,
})
const attempt = (outcome: string, answer: string) => ({ outcome, code: 450, answer, at: AT })

const running = (kind: string, name: string, done: number) => ({
  id: crypto.randomUUID(),
  subject_id: ID,
  kind,
  name,
  done,
  total: 300,
  started_at: AT,
})

export const moments: Record<string, Moment> = {
  'send-dialog': { on: 'campaign', act: (page) => press(page, 'Send Emails') },
  'sending-under-way': { on: 'campaign', answers: sending({}) },
  'sending-held': {
    on: 'campaign',
    answers: sending({
      hold: 'The daily limit of 200 emails is reached',
      next_try_at: AT,
    }),
  },
  'sending-unconfirmed': {
    on: 'campaign',
    changes: [
      [
        /^\/api\/campaigns\/[-\w]{36}$/,
        (campaign: { counts: object }) => ({ ...campaign, counts: { ...campaign.counts, unconfirmed: 3 } }),
      ],
    ],
  },
  'sending-paused': {
    on: 'campaign',
    answers: {
      pauses: [
        {
          id: ID,
          campaign_id: null,
          campaign_name: null,
          kind: 'bounces',
          at: AT,
          answer: null,
          sentence:
            'All campaigns are paused: 7 of the last 100 addresses do not exist. Please check where they came from before you go on.',
        },
      ],
    },
  },
  'delivery-log': {
    on: 'campaign-log',
    answers: {
      deliveries: {
        total: 4,
        deliveries: [
          delivery('queued', 'The mail server asked to try later', {
            next_at: AT,
            finished_at: null,
            attempts: [
              attempt(
                'deferred',
                '450 4.2.1 The user you are trying to contact is receiving mail too quickly',
              ),
              attempt('deferred', '421 4.7.0 Try again later'),
            ],
          }),
          delivery('unconfirmed', 'The connection broke after the message was handed over'),
          delivery('failed', 'This address does not exist: 550 5.1.1 No such user'),
          delivery('suppressed', 'On your do-not-contact list'),
        ],
      },
    },
    act: (page) => page.getByText('2 attempts').click(),
  },
  'preview-email': { on: 'campaign-prospects', act: (page) => press(page, /^Preview email/) },
  'add-prospects': { on: 'campaign-prospects', act: (page) => press(page, 'Add prospects') },
  'delete-campaign': {
    on: 'campaign',
    async act(page) {
      await press(page, /^More actions/)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
  },
  'change-password': {
    on: 'settings-profile',
    async act(page) {
      await press(page, 'Change password')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^New password/).fill('goldpan1')
    },
  },
  'password-asked-again': {
    on: 'settings-profile',
    async act(page) {
      const needed = { code: 'accounts.password_needed', message: 'Please enter your password to continue' }
      await page.route('**/api/user/profile', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 403, json: needed }),
      )
      await page.getByRole('textbox', { name: 'Email' }).fill('ada.pan@customer.example')
      await press(page, /^Save/)
      await page.getByRole('dialog').waitFor()
    },
  },
  'add-prospect': { on: 'prospects', act: (page) => press(page, 'Add Prospect') },
  'undo-prospect': {
    on: 'prospects',
    answers: { 'prospects/delete': { deleted: 1, undo: ID } },
    async act(page) {
      await page.route(/\/api\/prospecting\/prospect\/[^/]+$/, (route) =>
        route.fulfill({ json: { undo: ID } }),
      )
      await press(page, 'Delete')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Undo' }).hover()
    },
  },
  'running-work': {
    on: 'tables',
    answers: {
      running: [
        running('importing', 'contacts-of-the-chamber-of-commerce-2026.csv', 40),
        running('gathering', 'Bakery in Goldwater', 120),
        running('sending', 'Coffee for bakeries', 250),
        running('checking', 'more.csv', 10),
      ],
    },
  },
  palette: { on: 'search', act: (page) => openByKey(page, 'Control+k') },
  shortcuts: { on: 'search', act: (page) => openByKey(page, '?') },
  ...everydayMoments,
  ...accountMoments,
  ...mailboxMoments,
}

/** Paths of moments whose screen this account has. */
export const momentPaths = (screens: ScreenPaths): ScreenPaths =>
  Object.fromEntries(
    Object.entries(moments).flatMap(([name, { on }]) => (screens[on] ? [[name, screens[on]]] : [])),
  )

/** Installs stubs before the screen opens. */
export async function prepareMoment(page: Page, name: string): Promise<void> {
  const { answers = {}, changes = [] } = moments[name] ?? {}
  for (const [end, json] of Object.entries(answers))
    await page.route(
      (url) => url.pathname.startsWith('/api/') && url.pathname.endsWith(`/${end}`),
      (route) => route.fulfill({ json }),
    )
  for (const [path, change] of changes)
    await page.route(
      (url) => path.test(url.pathname),
      async (route) => {
        const response = await route.fetch()
        return route.fulfill({ response, json: change((await response.json()) as never) })
      },
    )
}
