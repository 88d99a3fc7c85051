// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, field, fill, find, openApp, press, text } from '../../../test/open-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const PATH = `/api/campaigns/${ID}`
const SAVE = `PUT ${PATH}/template`
const TAB = `/campaigns/${ID}?tab=emails`
const ada = { id: 'r1', prospect_id: 'p1', name: 'Ada', email: 'ada@pan.example', email_status: 'pending' }
const saved = { subject: 'Ovens', body: 'Dear {{businessName}}', updated_at: 'v1' }

/** The editor of a campaign with one prospect. */
const open = (answers = {}) =>
  openApp(`/campaigns/${ID}/template`, {
    [`GET ${PATH}`]: { body: { id: ID, name: 'Spring', status: 'draft', counts: { total: 1 } } },
    [`GET ${PATH}/recipients`]: { body: { total: 1, recipients: [ada] } },
    [`GET ${PATH}/template`]: { body: saved },
    ...answers,
  })

type Sent = ReturnType<typeof openApp>['sent']
const saves = (sent: Sent) => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
/** The emails are written anew half a second after a save, which must not reach into the next test. */
const writtenAnew = (sent: Sent, times: number) =>
  expect.poll(() => sent.filter(({ path }) => path === `${PATH}/regenerate`)).toHaveLength(times)
const type = async (words: string) => {
  await userEvent.click(await field('Body'))
  await userEvent.paste(words)
}

test('the template has a page of its own, to which the tab leads and from which Back leads there again (CAMP-15)', async () => {
  const { expectAddress } = openApp(TAB, {
    [`GET ${PATH}`]: { body: { id: ID, name: 'Spring', status: 'draft' } },
    [`GET ${PATH}/template`]: { body: saved },
  })
  await press('Edit template')
  await expectAddress(`/campaigns/${ID}/template`)
  const editor = within(await find('dialog', 'Edit template'))
  await userEvent.click(editor.getByRole('link', { name: 'Spring' }))
  await expectAddress(TAB)
  await press('Edit template')
  await find('dialog', 'Edit template')
  await userEvent.keyboard('{Escape}')
  await expectAddress(TAB)
})

test('the template editor refuses what can’t be sent and names what it doesn’t know (WRITE-06, WRITE-07, WRITE-08, WRITE-09, WRITE-12, WRITE-19)', async () => {
  const { sent } = open({ [`GET ${PATH}/template`]: {}, [SAVE]: failing })
  const editor = within(await find('dialog', 'Edit template'))
  const said = async (words: string) => expect((await editor.findAllByText(words)).length).toBeGreaterThan(0)
  await press('Save template')
  await said('Subject line is required')
  await said('Email body cannot be empty')
  await fill('Subject', 'Ovens')
  await fill('Body', 'Hello')
  await press('Save template')
  await said('Template must include {{businessName}} placeholder')
  await fill('Body', 'Hello {{busnessName}} {{businessName}}')
  await press('Save template')
  await said('Unknown placeholder: {{busnessName}}')
  await press('Insert link')
  const link = within(await find('dialog', 'Insert link'))
  await userEvent.type(link.getByLabelText('URL'), 'https://shop.example')
  await userEvent.click(link.getByRole('button', { name: 'Insert link' }))
  expect(await link.findByText('Both URL and link text are required')).toBeTruthy()
  await userEvent.click(link.getByRole('button', { name: 'Cancel' }))
  await fill('Body', 'Hello {{businessName}}')
  expect(saves(sent)).toEqual([])
  await press('Save template')
  expect(await text('Failed to update template')).toBeTruthy()
  expect((await field('Body')).value).toBe('Hello {{businessName}}')
})

test('an unknown placeholder is named and marked while one types (WRITE-19)', async () => {
  open()
  await fill('Subject', 'For {{frstName}}')
  expect(await text('Unknown placeholder: {{frstName}}')).toBeTruthy()
  const marks = [...document.querySelectorAll('mark')].map((mark) => [mark.textContent, mark.className])
  expect(marks).toEqual([
    ['{{frstName}}', 'is-unknown'],
    ['{{businessName}}', ''],
  ])
})

/** Types at the end of the focused field, as browsers do for this command, which happy-dom lacks. */
function execCommand(_command: string, _showUi: boolean, words: string): boolean {
  const area = document.activeElement as HTMLTextAreaElement
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
  set!.call(area, area.value + words)
  return area.dispatchEvent(new Event('input', { bubbles: true }))
}

test('placeholders are inserted where one writes, in the subject too', async () => {
  Object.assign(document, { execCommand })
  open()
  await userEvent.click(await field('Subject'))
  await press('First name')
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(await field('Body'))
  await press('City')
  expect(await text('Not saved')).toBeTruthy()
  expect((await field('Subject')).value).toBe('Ovens{{firstName|there}}')
  expect((await field('Body')).value).toBe('Dear {{businessName}}{{city|your area}}')
})

test('Save leads back to the tab; Ctrl S saves and stays', async () => {
  const { sent, answers, expectAddress, address } = open()
  await type('!')
  answers[SAVE] = { body: { ...saved, body: 'Dear {{businessName}}!', updated_at: 'v2' } }
  expect(await text('Not saved')).toBeTruthy()
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(await text('Template saved')).toBeTruthy()
  await expect.poll(() => screen.queryByText('Not saved')).toBeNull()
  expect(address()).toBe(`/campaigns/${ID}/template`)
  answers[`GET ${PATH}`] = failing
  await type('!')
  await userEvent.keyboard('{Meta>}s{/Meta}')
  await expect.poll(() => saves(sent)).toHaveLength(2)
  await type('?')
  expect(await text('Not saved'), 'a broken server leaves the editor open').toBeTruthy()
  await press('Save template')
  await expectAddress(TAB)
  expect(saves(sent)).toEqual([
    { template: { subject: 'Ovens', body: 'Dear {{businessName}}!', updated_at: 'v1' } },
    { template: { subject: 'Ovens', body: 'Dear {{businessName}}!!', updated_at: 'v2' } },
    { template: { subject: 'Ovens', body: 'Dear {{businessName}}!?', updated_at: 'v2' } },
  ])
  await writtenAnew(sent, 3)
})

test('what was typed and not saved is back after leaving and after a reload, until it is discarded', async () => {
  const { unmount } = open()
  await type(', half written')
  await userEvent.keyboard('{Escape}')
  expect((await field('Body')).value, 'Escape leaves only without unsaved text').toContain('half written')
  await userEvent.click(await find('link', 'Spring'))
  expect(await text('Not saved')).toBeTruthy()
  await press('Edit template')
  expect((await field('Body')).value).toBe('Dear {{businessName}}, half written')
  unmount()
  open()
  expect(await text('Your unsaved text is back.')).toBeTruthy()
  expect((await field('Body')).value).toBe('Dear {{businessName}}, half written')
  await press('Discard changes')
  expect((await field('Body')).value).toBe('Dear {{businessName}}')
  expect(screen.queryByText('Your unsaved text is back.')).toBeNull()
  await press('Undo')
  expect((await field('Body')).value).toBe('Dear {{businessName}}, half written')
})

test('a template that was changed in another window can be compared before it is saved', async () => {
  const theirs = { subject: 'Theirs', body: 'Theirs {{businessName}}', updated_at: 'v2' }
  const changed = { status: 409, body: { message: 'Changed', code: 'writing.template_changed' } }
  const { answers, sent } = open({ [SAVE]: changed })
  await fill('Body', 'Mine {{businessName}}')
  answers[`GET ${PATH}/template`] = { body: theirs }
  await press('Save template')
  expect(await text('This template was changed in another window')).toBeTruthy()
  expect((await screen.findAllByText('Theirs')).length).toBeGreaterThan(0)
  await press('Use that text')
  expect((await field('Body')).value).toBe('Theirs {{businessName}}')
  await press('Undo')
  expect((await field('Body')).value).toBe('Mine {{businessName}}')
  answers[`GET ${PATH}/template`] = { body: { ...theirs, updated_at: 'v3' } }
  await press('Save template')
  answers[SAVE] = { body: theirs }
  await press('Overwrite with mine')
  const mine = { subject: 'Ovens', body: 'Mine {{businessName}}' }
  await expect
    .poll(() => saves(sent))
    .toEqual(['v1', 'v2', 'v3'].map((updated_at) => ({ template: { ...mine, updated_at } })))
  await writtenAnew(sent, 1)
})

test('the page shows the text as one person after the other reads it, with what is left out and the checks', async () => {
  const mia = { ...ada, id: 'r2', prospect_id: 'p2', name: 'Mia', email: 'mia@crumb.example' }
  const people = [ada, mia]
  const hint = { kind: 'length', level: 'hint', sentence: 'This is short.', recipients: [] }
  const fine = { kind: 'links', level: 'fine', sentence: 'No links.', recipients: [] }
  const { answers, sent } = open({
    [`GET ${PATH}/recipients`]: { body: { total: 2, recipients: people } },
    [`GET ${PATH}/missing-values`]: { body: [{ name: 'businessName', count: 1, recipients: ['Mia'] }] },
    [`POST ${PATH}/preview`]: () => {
      const asked = sent.findLast(({ path }) => path === `${PATH}/preview`)
      const { prospect_id } = asked!.body as { prospect_id: string }
      const recipient = people.find(({ id }) => id === prospect_id) ?? ada
      const missing = recipient === mia ? ['businessName', 'city'] : []
      return { body: { recipient, missing, findings: [hint, fine] } }
    },
  })
  expect(await find('heading', 'As Ada reads it')).toBeTruthy()
  const checks = within(await find('region', 'Checks'))
  expect(checks.getByText('This is short.')).toBeTruthy()
  expect(await checks.findByText(/^1 recipient has no value for {{businessName}}/)).toBeTruthy()
  expect(checks.getByText('1 check passed')).toBeTruthy()
  await press('Next person')
  expect(await find('heading', 'As Mia reads it')).toBeTruthy()
  expect(await text('2 of 2')).toBeTruthy()
  expect(await text('Left out: Business name, City. Mia has no value for them.')).toBeTruthy()
  await userEvent.keyboard('{ArrowRight}')
  expect(await find('heading', 'As Ada reads it')).toBeTruthy()
  expect(screen.queryByText(/^Left out/)).toBeNull()
  answers[`POST ${PATH}/test-email`] = { body: { message: 'Test sent to ada@shop.example' } }
  await press('Send a test to myself')
  expect(await text('Test sent to ada@shop.example')).toBeTruthy()
  expect(sent.find(({ path }) => path === `${PATH}/test-email`)?.body).toEqual({
    prospect_id: 'r1',
    template: { subject: 'Ovens', body: 'Dear {{businessName}}' },
  })
})

test('a former version can be viewed and restored, and what was typed meanwhile comes back by Undo', async () => {
  const versions = Array.from({ length: 7 }, (_, n) => ({
    id: `v${n}`,
    subject: `Subject ${n}`,
    body: `Text ${n}, {{businessName}}`,
    written_by: n === 6 ? 'composer' : 'hand',
    saved_at: `2026-03-0${7 - n}T10:00:00.000Z`,
  }))
  const { sent, answers } = open({ [`GET ${PATH}/template/versions`]: { body: versions } })
  expect(await text('Subject 4')).toBeTruthy()
  expect(screen.queryByText('Subject 6')).toBeNull()
  await press('Show all 7')
  expect(await text('Subject 6')).toBeTruthy()
  expect(await text(/^Generated:/)).toBeTruthy()
  await type(', typed')
  const viewed = await screen.findAllByRole('button', { name: /^View the version of/ })
  await userEvent.click(viewed[1]!)
  const dialog = within(await find('dialog', /^Version of/))
  expect(dialog.getByText(/Text 1/).textContent).toBe('Text 1, Business name')
  answers[SAVE] = { body: { subject: 'Subject 1', body: 'Text 1, {{businessName}}', updated_at: 'v2' } }
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  expect(await text(/^Version of .* restored$/)).toBeTruthy()
  expect((await field('Subject')).value).toBe('Subject 1')
  expect((await field('Body')).value).toBe('Text 1, {{businessName}}')
  expect(saves(sent)).toEqual([
    { template: { subject: 'Subject 1', body: 'Text 1, {{businessName}}', updated_at: 'v1' } },
  ])
  await press('Undo')
  expect((await field('Body')).value).toBe('Dear {{businessName}}, typed')
  await writtenAnew(sent, 1)
})

test('an archived campaign’s template can’t be edited, and an unknown campaign is not found (CAMP-13, CAMP-16)', async () => {
  const archived = { id: ID, name: 'Spring', status: 'archived' }
  const { unmount } = open({ [`GET ${PATH}`]: { body: archived } })
  expect(await text('This campaign is archived. It can only be deleted.')).toBeTruthy()
  unmount()
  open({ [`GET ${PATH}`]: { status: 404 } })
  expect(await text('Campaign Not Found')).toBeTruthy()
})
