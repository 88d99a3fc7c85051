// @vitest-environment happy-dom
import type { Campaign } from '@goldpan/contract/campaigns'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderScreen } from '../../test/render-screen.tsx'
import { SendButton } from './send-button.tsx'
import { useSending } from './sending.queries.ts'
import { SendProgress } from './sending-banners.tsx'

const SENTENCE = 'Please add your postal address first. Every campaign email must carry it.'
const id = '11111111-1111-4111-8111-111111111111'
const campaign = {
  id,
  name: 'Spring',
  status: 'draft',
  counts: { total: 1, pending: 0, generated: 1, sent: 0, responded: 0, failed: 0, bounced: 0 },
  resendable: 0,
  follow_ups: { steps: 0, waiting: 0, queued: 0, held: 0, stopped: 0, finished: 0 },
  waiting: 0,
  rendering: false,
} as unknown as Campaign
const nothing = {
  company: null,
  street: null,
  postcode: null,
  city: null,
  country: null,
  register_line: null,
  privacy_url: null,
}
const preview = (checks: object[]) => ({
  recipients: 1,
  days: [
    { day: '2026-03-02', messages: 1, from: '2026-03-02T09:00:00.000Z', to: '2026-03-02T09:00:00.000Z' },
  ],
  steps: [],
  cost_at_most: { messages: 1, sentence: '' },
  time_zone: 'UTC',
  first: [],
  cost: { allowance: 1, tokens: 0, missing: 0 },
  skipped: [],
  mailboxes: [],
  again: null,
  sender: { name: 'Ada Pan', address: 'ada@pans.example', is_mailbox: false },
  pace: [],
  hold: null,
  checks,
})
const lacking = preview([{ line: 'postal_address', state: 'blocked', sentence: SENTENCE }])
const organization = (role: string) => ({
  active_id: id,
  can_create: false,
  organizations: [{ id, name: 'Pans Ltd', role, owner_name: 'Ada', is_frozen: false, is_suspended: false }],
})
const personal = { active_id: null, can_create: false, organizations: [] }

function Screen({ shown }: { shown: Campaign }) {
  const sending = useSending(id)
  return (
    <>
      <SendButton campaign={shown} sending={sending} />
      <SendProgress sending={sending} />
    </>
  )
}

async function open(answers: Answers = {}, shown = campaign) {
  const rendered = renderScreen(<Screen shown={shown} />, {
    [`GET /api/campaigns/${id}/jobs`]: { body: [] },
    'GET /api/organizations': { body: personal },
    'GET /api/user/sender-identity': { body: nothing },
    ...answers,
  })
  await userEvent.click(screen.getByRole('button', { name: 'Send Emails' }))
  return rendered
}

const typeAddress = async () => {
  await userEvent.type(await screen.findByLabelText('Company or name'), 'Pans Ltd')
  await userEvent.type(screen.getByLabelText('Street'), '1 Assay Lane')
  await userEvent.type(screen.getByLabelText('Town'), 'Vaduz')
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'Liechtenstein')
}

test('a send that lacks a postal address asks for it in place, saves it and goes on (IDENTITY-16)', async () => {
  let hasAddress = false
  const { sent } = await open({
    [`POST /api/campaigns/${id}/send-preview`]: () => ({ body: hasAddress ? preview([]) : lacking }),
    'PUT /api/user/sender-identity': () => {
      hasAddress = true
      return { body: { ...nothing, company: 'Pans Ltd' } }
    },
  })
  expect(await screen.findByText(SENTENCE)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings?tab=profile')
  await typeAddress()
  await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send 1 email' }))
  expect(
    sent.map(({ method, path }) => `${method} ${path}`).filter((call) => !call.includes('preview')),
  ).toEqual(['PUT /api/user/sender-identity', `POST /api/campaigns/${id}/send`])
})

test('what was typed of the address is not dropped without a question', async () => {
  await open({ [`POST /api/campaigns/${id}/send-preview`]: { body: lacking } })
  await userEvent.type(await screen.findByLabelText('Company or name'), 'Pans Ltd')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Company or name').value).toBe('Pans Ltd')
})

test('a send that was started before its preview came asks for the address too (IDENTITY-16)', async () => {
  let isRefused = false
  await open({
    [`POST /api/campaigns/${id}/send-preview`]: () => (isRefused ? { body: lacking } : { status: 500 }),
    [`POST /api/campaigns/${id}/send`]: () => {
      isRefused = true
      return { status: 409, body: { code: 'sending.no_postal_address', message: SENTENCE } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send 1 email' }))
  expect(await screen.findByLabelText('Company or name')).toBeTruthy()
})

test('a member who may not add it is told who can (IDENTITY-12)', async () => {
  await open({
    [`POST /api/campaigns/${id}/send-preview`]: { body: lacking },
    'GET /api/organizations': { body: organization('member') },
  })
  expect(await screen.findByText(/^Please ask the owner or an admin of/)).toBeTruthy()
  expect(screen.queryByLabelText('Company or name')).toBeNull()
})

test('a job that waits for the address says so, with a way to add it (IDENTITY-05)', async () => {
  const job = {
    id,
    campaign_id: id,
    kind: 'send',
    status: 'processing',
    resend: false,
    result: null,
    error: null,
    in_flight: 0,
    progress: { total: 2, processed: 0, success: 0, failed: 0 },
    hold: SENTENCE,
    next_try_at: '2026-03-02T09:01:00.000Z',
    created_at: '2026-03-02T09:00:00.000Z',
    completed_at: null,
  }
  renderScreen(<Screen shown={campaign} />, {
    [`GET /api/campaigns/${id}/jobs`]: { body: [job] },
    [`GET /api/campaigns/jobs/${id}`]: { body: job },
    'GET /api/organizations': { body: organization('admin') },
  })
  expect((await screen.findByText(SENTENCE, { exact: false })).textContent).toBe(`${SENTENCE} Add it`)
  await expect
    .poll(() => screen.getByRole('link', { name: 'Add it' }).getAttribute('href'))
    .toBe(`/organizations/${id}`)
})

test('when everyone has been sent to, sending again is a choice, and the same text needs a second one', async () => {
  const done = { ...campaign, resendable: 28, counts: { ...campaign.counts, generated: 0 } } as Campaign
  const again = { last_sent_at: new Date(Date.now() - 600_000).toISOString(), unchanged: 28 }
  const { sent } = await open(
    { [`POST /api/campaigns/${id}/send-preview`]: { body: { ...preview([]), recipients: 28, again } } },
    done,
  )
  expect(await screen.findByText('Everyone has been sent to.')).toBeTruthy()
  const send = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect(send('Send').disabled).toBe(true)
  const resend = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Send again to 28 people/ })
  expect(resend.checked).toBe(false)
  expect(await screen.findByText(/Last sent 10 minutes ago/)).toBeTruthy()
  await userEvent.click(resend)
  const same = await screen.findByRole('checkbox', { name: 'Send the same email again to 28 people' })
  expect(send('Send 28 emails').disabled).toBe(true)
  await userEvent.click(same)
  await userEvent.click(send('Send 28 emails'))
  await expect
    .poll(() => sent)
    .toContainEqual({ method: 'POST', path: `/api/campaigns/${id}/send`, body: { resend: true } })
})
