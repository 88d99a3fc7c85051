// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../test/render-screen.tsx'
import { UserGuide } from './user-guide.tsx'

test('where mail stays in the test mailbox, the guide leads to it', async () => {
  const clock = { now: '2026-12-03T08:05:00.000Z', offset_seconds: 0 }
  renderScreen(<UserGuide onClose={() => undefined} />, { 'GET /api/mailbox/clock': { body: clock } })
  const link = await screen.findByRole('link', { name: 'Go to the test mailbox' })
  expect(link.getAttribute('href')).toBe('/mailbox')
})
