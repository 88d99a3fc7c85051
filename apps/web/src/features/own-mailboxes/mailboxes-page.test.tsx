// @vitest-environment happy-dom
import { mailboxSentences, readingSentences } from '@goldpan/contract/own-mailboxes'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { failing, field, fill, find, openApp, press, text } from '../../test/open-app.tsx'
import { type Answers, shownErrors } from '../../test/render-screen.tsx'

const ID = '44444444-4444-4444-8444-444444444444'
const LIST = 'GET /api/mailboxes'
const ONE = `/api/mailboxes/${ID}`
const AT = '2026-11-20T09:00:00.000Z'
const ready = { available: true, reading: true, sentence: '' }
const providers = { google: ready, microsoft: ready }
const server = { host: 'smtp.pans.example', port: 587, security: 'starttls', username: 'ada@pans.example' }
const ada = {
  id: ID,
  kind: 'password',
  address: 'ada@pans.example',
  account: 'ada@pans.example',
  smtp: server,
  imap: { ...server, host: 'imap.pans.example', port: 993, security: 'tls' },
  reads: 'answers',
  is_used: true,
  daily_cap: 40,
  has_ramp: true,
  keep_copy: true,
  state: 'connected',
  sent_today: 12,
  cap_today: 24,
  people: 30,
  waiting: 4,
  updated_at: AT,
}

const open = (
  mailboxes: object[],
  answers: Answers = {},
  at = '/own-mailboxes',
  attempt: object | null = null,
) => openApp(at, { [LIST]: { body: { mailboxes, providers, attempt } }, ...answers })

const action = async (name: string) => {
  await userEvent.click(await find('button', /^Actions for/))
  await userEvent.click(await find('menuitem', name))
}

/** Where the browser is sent. */
function watchLeaving(): string[] {
  const left: string[] = []
  vi.spyOn(location, 'assign').mockImplementation((url) => void left.push(String(url)))
  return left
}

test('without a mailbox the screen leads to the first one; the old address leads here', async () => {
  const { expectAddress } = open([], {}, '/own-mailbox')
  await expectAddress('/own-mailboxes')
  expect(await find('heading', 'No mailboxes yet')).toBeTruthy()
  await press('Add mailbox')
  expect(await find('dialog', 'Add mailbox')).toBeTruthy()
})

test('a failure to load is said, with a way to try again', async () => {
  const { answers } = open([], { [LIST]: failing })
  expect(await text('Failed to fetch the mailboxes')).toBeTruthy()
  answers[LIST] = { body: { mailboxes: [ada], providers, attempt: null } }
  await press('Retry')
  expect(await text('ada@pans.example')).toBeTruthy()
})

test('a row has state, sentence, the day and the people; a press opens it', async () => {
  open([{ ...ada, state: 'needs_login', sentence: 'ada@pans.example needs you to sign in again' }])
  const table = within(await find('table', 'Mailboxes'))
  for (const words of ['12 of 24 today', 'Not yet', '30', 'ada@pans.example needs you to sign in again'])
    expect(await table.findByText(words)).toBeTruthy()
  await press('ada@pans.example')
  const panel = within(await find('dialog', 'ada@pans.example'))
  expect(panel.getByText('30, 4 of them waiting for follow-ups')).toBeTruthy()
  expect(await panel.findByText('Nothing was sent yet.')).toBeTruthy()
})

test('three clicks connect Gmail: what is read stands above the consent (MBOX-58)', async () => {
  const left = watchLeaving()
  const START = 'POST /api/mailboxes/oauth/google/start'
  const { sent, answers } = open([], {
    [START]: { status: 503, body: { message: 'Not set up', code: 'mailboxes.not_configured' } },
  })
  await press('Add mailbox')
  expect(await text(readingSentences.before_consent)).toBeTruthy()
  expect((await field('Read answers')).checked).toBe(true)
  await press('Connect Gmail')
  expect(await text('Not set up')).toBeTruthy()
  answers[START] = { body: { url: 'https://accounts.example/consent' } }
  await press('Connect Gmail')
  await expect.poll(() => left).toEqual(['https://accounts.example/consent'])
  expect(sent.at(-1)?.body).toEqual({ reads: 'answers' })
})

test('a provider that is not set up stays in view, with what the operator has to set and what the user can do', async () => {
  const sentence = mailboxSentences.notConfigured('Google')
  open([], {
    [LIST]: {
      body: {
        mailboxes: [],
        attempt: null,
        providers: {
          google: { available: false, reading: false, sentence },
          microsoft: { available: true, reading: false, sentence: '' },
        },
      },
    },
  })
  await press('Add mailbox')
  const gmail = (await find('button', 'Connect Gmail')) as HTMLButtonElement
  expect(gmail.disabled).toBe(true)
  expect(document.getElementById(gmail.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    `${sentence} Until then, enter your Gmail address below and connect it with an app password.`,
  )
  expect(await text('Microsoft 365 only sends here: reading answers is not set up.')).toBeTruthy()
})

test('a shared mailbox is signed in to by its address', async () => {
  const left = watchLeaving()
  const { sent } = open([], {
    'POST /api/mailboxes/oauth/microsoft/start': { body: { url: 'https://login.example/' } },
  })
  await press('Add mailbox')
  await userEvent.click(await text('A shared Microsoft 365 mailbox'))
  await press('Connect shared mailbox')
  expect(await text('Please enter a valid email address')).toBeTruthy()
  await fill('Address of the shared mailbox', 'sales@pans.example')
  await press('Connect shared mailbox')
  await expect.poll(() => left).toEqual(['https://login.example/'])
  expect(sent.at(-1)?.body).toEqual({ reads: 'answers', shared_address: 'sales@pans.example' })
})

const way = {
  kind: 'password',
  provider: 'fastmail',
  name: 'Fastmail',
  smtp: { ...server, host: 'smtp.fastmail.com', username: 'ada@fastmail.com' },
  imap: { ...server, host: 'imap.fastmail.com', port: 993, security: 'tls', username: 'ada@fastmail.com' },
  needs_app_password: true,
  hint: 'make one in Settings.',
  help_url: 'https://fastmail.example/help',
}
const LOOKUP = 'POST /api/mailboxes/lookup'
const ADD = 'POST /api/mailboxes'

test('a known address brings the password; a refusal stands beside the form, which keeps what was typed', async () => {
  const refused = 'Fastmail needs an app password: make one in Settings.'
  const { sent, answers } = open([], {
    [LOOKUP]: { body: { ways: [way], sentence: '' } },
    [ADD]: {
      status: 400,
      body: { code: 'mailboxes.not_working', message: `${refused} (535)`, part: 'sending' },
    },
  })
  await press('Add mailbox')
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull()
  await fill('Email address', 'Ada@Fastmail.com')
  await fill('Password', 'sieve')
  expect(screen.getByText((words) => words.includes(refused))).toBeTruthy()
  expect((await find('link', 'Fastmail help')).getAttribute('href')).toBe(way.help_url)
  expect((await text('Mail servers')).closest('details')?.open).toBe(false)
  await press('Connect')
  expect(await text(`${refused} (535)`)).toBeTruthy()
  expect((await field('Password')).value).toBe('sieve')
  answers[ADD] = { body: { ...ada, address: 'Ada@Fastmail.com' } }
  await press('Connect')
  expect(await text('Ada@Fastmail.com is connected')).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ address: 'Ada@Fastmail.com', password: 'sieve', reads: 'answers' })
})

test('an unknown address asks for its servers', async () => {
  const sentence = 'We do not know the mail servers of pans.example. Please enter them.'
  const { sent } = open([], {
    [LOOKUP]: { body: { ways: [], sentence } },
    [ADD]: { body: ada },
  })
  await press('Add mailbox')
  await fill('Email address', 'ada@pans.example')
  expect(await text(sentence)).toBeTruthy()
  expect((await text('Mail servers')).closest('details')?.open).toBe(true)
  await fill('Password', 'sieve')
  const [smtp, imap] = screen.getAllByLabelText<HTMLInputElement>('Server', { selector: 'input' })
  await userEvent.type(smtp!, 'smtp')
  await userEvent.type(screen.getAllByLabelText('Port')[0]!, 'x')
  await press('Connect')
  expect(await text('Please enter a port such as 587')).toBeTruthy()
  await userEvent.clear(screen.getAllByLabelText('Port')[0]!)
  await userEvent.type(screen.getAllByLabelText('Port')[0]!, '465')
  await userEvent.type(imap!, 'imap.pans.example')
  await press('Connect')
  await expect
    .poll(() => sent.at(-1)?.body)
    .toEqual({
      address: 'ada@pans.example',
      password: 'sieve',
      reads: 'answers',
      smtp: { host: 'smtp', port: 465, security: 'starttls' },
      imap: { host: 'imap.pans.example', port: 993, security: 'tls' },
    })
})

test('the sign-in of the address’s own provider comes first, the password after it', async () => {
  open([], {
    [LOOKUP]: {
      body: {
        ways: [
          { ...way, kind: 'google', name: 'Gmail' },
          { ...way, name: 'Gmail' },
        ],
        sentence: '',
      },
    },
  })
  await press('Add mailbox')
  await fill('Email address', 'ada@gmail.com')
  await press('Use a password instead')
  expect(await field('Password')).toBeTruthy()
})

test('the row menu tests, turns off and signs in again', async () => {
  const left = watchLeaving()
  const gmail = { ...ada, kind: 'google', smtp: null, imap: null }
  const failed = 'smtp.gmail.com could not be reached on port 587: timed out'
  const { sent } = open([gmail], {
    [`POST ${ONE}/test`]: { body: { sending: failed, reading: null, mailbox: gmail } },
    [`PUT ${ONE}`]: { body: { ...gmail, state: 'off', sentence: 'ada@pans.example is turned off' } },
    'POST /api/mailboxes/oauth/google/start': { body: { url: 'https://accounts.example/' } },
  })
  await action('Test')
  expect(await text(failed)).toBeTruthy()
  await action('Turn off')
  await expect.poll(() => sent.at(-1)).toMatchObject({ method: 'PUT', body: { state: 'off' } })
  await action('Sign in again')
  await expect.poll(() => left).toEqual(['https://accounts.example/'])
  expect(sent.at(-1)?.body).toEqual({ mailbox_id: ID, reads: 'answers' })
})

test('removing asks again while people wait, and says where Microsoft’s access is withdrawn', async () => {
  const waits = '4 people wait for follow-ups from ada@pans.example. They are held until you move them.'
  const microsoft = { ...ada, kind: 'microsoft', smtp: null, imap: null }
  const { answers } = open([microsoft], {
    [`DELETE ${ONE}`]: { status: 409, body: { code: 'mailboxes.people_wait', message: waits, waiting: 4 } },
  })
  await action('Remove')
  await press('Remove')
  expect(await text(waits)).toBeTruthy()
  answers[`DELETE ${ONE}`] = { body: { message: 'ada@pans.example was removed', held: 4 } }
  answers[LIST] = { body: { mailboxes: [], providers, attempt: null } }
  await press('Remove and hold them')
  expect(await text('ada@pans.example was removed')).toBeTruthy()
  expect(await find('link', 'myapps.microsoft.com')).toBeTruthy()
  expect(await find('link', 'account.live.com/consent/Manage')).toBeTruthy()
})

test('a change elsewhere keeps what was typed, and either version can be taken', async () => {
  const { sent, answers } = open([ada], {
    [`PUT ${ONE}`]: {
      status: 409,
      body: { code: 'mailboxes.changed', message: 'This mailbox was changed in another window.' },
    },
  })
  await press('ada@pans.example')
  await fill('Sends a day', '0')
  await press('Save')
  expect(shownErrors()).toContain('Please enter at least 1')
  await fill('Sends a day', '55')
  await press('Save')
  expect(await text('This mailbox was changed in another window.')).toBeTruthy()
  expect((await field('Sends a day')).value).toBe('55')
  expect(sent.at(-1)?.body).toMatchObject({ daily_cap: 55, updated_at: AT })
  answers[`PUT ${ONE}`] = { body: { ...ada, daily_cap: 55, updated_at: '2026-11-20T10:00:00.000Z' } }
  await press('Overwrite with mine')
  expect(await text('Mailbox saved')).toBeTruthy()
  expect(sent.at(-1)?.body).not.toHaveProperty('updated_at')
  expect(sent.at(-1)?.body).not.toHaveProperty('smtp')
})

test('another server without its password is refused at the password', async () => {
  const message = 'Please enter the password of the mailbox'
  const { sent } = open([{ ...ada, state: 'needs_login' }], {
    [`PUT ${ONE}`]: { status: 400, body: { code: 'mailboxes.password', message } },
  })
  await press('Sign in again')
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('password')
  const [host] = screen.getAllByLabelText<HTMLInputElement>('Server', { selector: 'input' })
  await userEvent.clear(host!)
  await userEvent.type(host!, 'smtp.other.example')
  await press('Save')
  expect(await text(message)).toBeTruthy()
  expect((await field('Password')).getAttribute('aria-invalid')).toBe('true')
  expect(sent.at(-1)?.body).toMatchObject({ smtp: { host: 'smtp.other.example' } })
})

test('what a sign-in brings back is shown once and leaves the address', async () => {
  const { expectAddress } = open([{ ...ada, kind: 'google' }], {}, `/own-mailboxes?connected=${ID}`)
  expect(await text('ada@pans.example is connected')).toBeTruthy()
  await expectAddress('/own-mailboxes')
})

test('a sign-in that failed says what to do, until it is dismissed', async () => {
  const attempt = {
    provider: 'google',
    code: 'mailboxes.consent_declined',
    message: 'You did not allow access. Nothing was connected.',
    at: AT,
  }
  const { expectAddress, unmount } = open([], {}, '/own-mailboxes?error=consent_declined', attempt)
  expect(await text('Gmail was not connected')).toBeTruthy()
  expect(await text(attempt.message)).toBeTruthy()
  expect(await text('Try again and allow access when you are asked.')).toBeTruthy()
  await expectAddress('/own-mailboxes')
  await press('Dismiss')
  expect(screen.queryByText(attempt.message)).toBeNull()
  unmount()
})

test('a sign-in of another window is explained by its code', async () => {
  open([], {}, '/own-mailboxes?error=mailboxes.state_unknown')
  expect(
    await text('This sign-in was begun in another window or is too old. Nothing was connected.'),
  ).toBeTruthy()
})
