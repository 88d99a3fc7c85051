// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limitAdvice } from '../../app/limit-advice.ts'
import { type Answers, renderScreen } from '../../test/render-screen.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'
import { usageGuidance } from './usage-guidance.ts'

const nothingSold: Answers = {
  'GET /api/billing': { body: { sells_plans: false } },
  'GET /api/billing/plans': {
    body: {
      plans: [],
      packages: [],
      current_plan: 'free',
      pending_change: null,
      has_subscription: false,
      renews_at: null,
      grace_until: null,
      is_test_mode: false,
    },
  },
  'GET /api/user/token-settings': { body: { tokens: 0, tokens_enabled: false } },
  'GET /api/tokens/balance': { body: { tokens: 0 } },
}

test('where nothing is sold, the plan is shown without prices and buttons', async () => {
  renderScreen(<SubscriptionTab />, nothingSold)
  expect(await screen.findByText('Your plan: Free')).toBeTruthy()
  expect(screen.getByText(/given by the operator/)).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(document.body.textContent).not.toContain('$')
})

test('where nothing is sold, tokens can’t be bought', async () => {
  renderScreen(<TokensTab />, nothingSold, '/?tab=tokens&showPurchase=true')
  expect(await screen.findByText(/Ask the operator for some/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Buy Tokens' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('where nothing is sold, a reached limit leads to the operator', () => {
  const none = { tokens: 0, tokens_enabled: false }
  expect(usageGuidance(none, false)).toEqual({ text: expect.stringContaining('ask the operator') })
  expect(limitAdvice(none, { sellsPlans: false })).toEqual({
    text: expect.stringContaining('Ask the operator'),
  })
})
