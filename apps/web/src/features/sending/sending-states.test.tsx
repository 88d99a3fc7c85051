// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, find, openApp, press, text } from '../../test/open-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const PATH = `/api/campaigns/${ID}`
const job = { id: '22222222-2222-4222-8222-222222222222', campaign_id: ID, progress: { total: 1 } }
const JOB = `GET /api/campaigns/jobs/${job.id}`
const spring = { id: ID, name: 'Spring', status: 'draft', counts: { total: 1, generated: 1 } }

/** A campaign with one written email. */
const open = (answers = {}) =>
  openApp(`/campaigns/${ID}`, {
    [`GET ${PATH}`]: { body: spring },
    [`GET ${PATH}/template`]: { body: { subject: 'Ovens', body: 'Hello {{businessName}}' } },
    [`POST ${PATH}/send`]: { body: { success: true, job_id: job.id } },
    [JOB]: { body: { ...job, status: 'processing' } },
    ...answers,
  })

const sendButton = async () => (await find('button', 'Send Emails')) as HTMLButtonElement

async function startSending() {
  await userEvent.click(await sendButton())
  await userEvent.click(within(await find('alertdialog')).getByRole('button', { name: /^Send / }))
}

test('while sending the button rests, and a job can be cancelled (SEND-09, SEND-17)', async () => {
  const { answers } = open()
  await startSending()
  expect(await find('progressbar')).toBeTruthy()
  expect((await sendButton()).disabled).toBe(true)
  const cancelled = { body: { ...job, status: 'cancelled' } }
  answers[`POST /api/campaigns/jobs/${job.id}/cancel`] = cancelled
  answers[JOB] = cancelled
  await press('Cancel')
  expect((await screen.findAllByText('Email campaign was cancelled')).length).toBeGreaterThan(0)
})

test('a failed send shows its error, or a fixed text (SEND-08, SEND-12)', async () => {
  const { answers } = open({ [`POST ${PATH}/send`]: failing })
  await startSending()
  expect(await text('Failed to start email campaign')).toBeTruthy()
  answers[`POST ${PATH}/send`] = { body: { success: true, job_id: job.id } }
  answers[JOB] = { body: { ...job, status: 'failed' } }
  await startSending()
  expect((await screen.findAllByText('Failed to send campaign')).length).toBeGreaterThan(0)
})

test('a job that is over at the first look shows the new figures (SEND-07)', async () => {
  const { answers } = open()
  answers[JOB] = () => {
    // Data fetched at the start doesn't know the end yet.
    answers[`GET ${PATH}`] = { body: { ...spring, counts: { total: 1, sent: 7 } } }
    return { body: { ...job, status: 'completed' } }
  }
  await startSending()
  await expect
    .poll(() => screen.getAllByRole('definition').map(({ textContent }) => textContent))
    .toContain('7')
})
