// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test/render-screen.tsx'
import { PauseBanners } from './sending-banners.tsx'

const pause = { campaign_id: null, campaign_name: null, answer: null, at: '2026-03-02T09:00:00.000Z' }

test.each([
  ['bounces', 'Resume'],
  ['complaints', null],
] as const)('a pause for %s offers %s', async (kind, button) => {
  const listed = [{ ...pause, id: '1', kind, sentence: 'Sending is paused.' }]
  renderScreen(<PauseBanners campaignId="2" isSending={false} />, {
    'GET /api/sending/pauses': { body: listed },
  })
  await screen.findByText('Sending is paused.')
  expect(screen.queryByRole('button')?.textContent ?? null).toBe(button)
  expect(screen.queryByRole('link', { name: 'Contact support' }) === null).toBe(button !== null)
})
