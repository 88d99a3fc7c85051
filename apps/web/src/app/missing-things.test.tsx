// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { find, openApp } from '../test/open-app.tsx'

const ID = '00000000-0000-4000-8000-000000000000'

test.each([
  [`/tables/${ID}/review`, `/api/business/table/${ID}`, 'Table Not Found', 'Back to Tables', '/tables'],
  [`/inbox/${ID}`, `/api/conversations/${ID}`, 'Conversation not found', 'Back to Inbox', '/inbox'],
])('%s of what is not there says so, and leads back', async (path, call, title, back, to) => {
  const missing = { status: 404, body: { code: 'not_found', message: 'Not found' } }
  const { expectAddress } = openApp(path, {
    [`GET ${call}`]: missing,
    [`GET /api/prospecting/table/${ID}/review`]: missing,
  })
  expect(await find('heading', title)).toBeTruthy()
  await userEvent.click(
    screen.queryByRole('link', { name: back }) ?? screen.getByRole('button', { name: back }),
  )
  await expectAddress(to)
})

test.each(['/nowhere', '/tables/a/b', '/LOGIN/x'])(
  '%s, like any unknown path, leads home (SHELL-13)',
  async (path) => {
    const { expectAddress } = openApp(path)
    await expectAddress('/')
    expect(await find('heading', 'Business Search')).toBeTruthy()
  },
)

test.each([
  ['/inbox', 'Inbox'],
  ['/inbox/1', 'Inbox'],
  ['/do-not-contact', 'Email Options'],
  ['/sending-domain', 'Email Options'],
  ['/token-history', 'Profile'],
  ['/organizations', 'Profile'],
])('the sidebar marks where %s belongs, and the way back leads nowhere else (E14)', async (path, label) => {
  openApp(path)
  const sidebar = within(await find('complementary', 'Sidebar'))
  const link = sidebar.getByRole('link', { name: label })
  expect(link.getAttribute('aria-current')).toBe('page')
  await screen.findAllByRole('heading', { level: 1 })
  const back = document.querySelector('.page-back a')?.getAttribute('href')?.split('?')[0]
  expect([undefined, link.getAttribute('href')]).toContain(back)
})
