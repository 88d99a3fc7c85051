// @vitest-environment jsdom

import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeImport, openImport } from '../../lib/import-request.ts'
import { field, find, openApp, press, text } from '../../test/open-app.tsx'

const counts = {
  unread: 1,
  ready: 0,
  duplicate: 0,
  repeated: 0,
  problem: 0,
  added: 0,
  updated: 0,
  skipped: 0,
}
const job = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'prospects',
  file_name: 'fair.csv',
  encoding: 'Windows-1252',
  encoding_uncertain: true,
  encoding_examples: ['£ukasz'],
  delimiter: ',',
  columns: ['Email', 'Imiê', 'x'],
  sample: [['a@slate.example', '£ukasz', 'Pan']],
  mapping: { email: 0 },
  business_table_id: null,
  status: 'read',
  progress: { total: 1, processed: 0 },
  counts,
  suppressed: 0,
  error: null,
  created_at: '2026-01-01T00:00:00.000Z',
}
const reread = {
  ...job,
  encoding: 'Windows-1250',
  encoding_uncertain: false,
  encoding_examples: ['Łukasz'],
  columns: ['Email', 'Imię', 'x'],
  mapping: { email: 0, first_name: 1 },
}
afterEach(closeImport)

const path = `/api/imports/${job.id}`

test('another encoding reads the file again at once, and what was mapped stays', async () => {
  const { sent } = openApp('/prospects', {
    [`GET ${path}`]: { body: job },
    [`POST ${path}/encoding`]: { body: reread },
    [`POST ${path}/check`]: { body: { ...reread, status: 'checking' } },
  })
  openImport({ kind: 'prospects', id: job.id })
  await text(/is a guess/)
  await text('Read as: £ukasz')
  await userEvent.selectOptions(await field('Last name (optional)'), '2')
  await userEvent.selectOptions(await field('Encoding'), 'Windows-1250')
  await text('Read as: Łukasz')
  expect((await field('First name (optional)')).value).toBe('1')
  expect((await field('Last name (optional)')).value).toBe('2')
  expect(document.body.textContent).not.toContain('is a guess')
  await press('Check 1 row')
  await find('progressbar', 'Checking the rows')
  expect(sent.map(({ path: at, body }) => [at, body])).toEqual([
    [`${path}/encoding`, { encoding: 'Windows-1250' }],
    [`${path}/check`, { mapping: { email: 0, first_name: 1, last_name: 2 }, business_table_id: null }],
  ])
})

test('a file that is unreadable in that encoding stays as it was, with the reason', async () => {
  const message = 'The file is empty.'
  openApp('/prospects', {
    [`GET ${path}`]: { body: job },
    [`POST ${path}/encoding`]: { status: 400, body: { code: 'imports.unreadable', message } },
  })
  openImport({ kind: 'prospects', id: job.id })
  await userEvent.selectOptions(await field('Encoding'), 'UTF-16LE')
  await text(message)
  expect((await field('Encoding')).value).toBe('Windows-1252')
})
