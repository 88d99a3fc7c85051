import { z } from 'zod'
import type { Plan } from './accounts.ts'
import type { UsageType } from './plans.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'

export type { UsageType }

export const planRanks: Record<Plan, number> = { test: -1, free: 0, basic: 1, premium: 2 }

export const isPlanAtLeast = (held: Plan, required: Plan): boolean => planRanks[held] >= planRanks[required]

export const usageNames: Record<UsageType, string> = {
  business_searches: 'business searches',
  email_generations: 'email generations',
  emails_sent: 'email sending',
}

export const limitMessage = (type: UsageType): string =>
  `You have reached your monthly limit for ${usageNames[type]}.`

/** Null is unlimited. */
const limit = z.number().nullable()

export const usage = z.object({
  business_searches_count: z.number(),
  business_searches_limit: limit,
  email_generations_count: z.number(),
  email_generations_limit: limit,
  emails_sent_count: z.number(),
  emails_sent_limit: limit,
  tokens_enabled: z.boolean(),
  resets_at: z.string(),
  /** The owner of the organization, whose plan pays. Null if the user's own plan pays. */
  counted_on: z.string().nullable(),
})

export const tokenTransaction = z.object({
  id: z.string(),
  created_at: z.string(),
  transaction_type: z.enum(['purchase', 'business_search', 'email_generation', 'email_send']),
  amount: z.number(),
  payment_transaction_id: z.string().nullable(),
  description: z.string(),
})
export type TokenTransaction = z.infer<typeof tokenTransaction>

export const usageRoutes = {
  getUsage: route('GET', '/api/user/usage', { answer: usage }),
  getTokenSettings: route('GET', '/api/user/token-settings', {
    whose: 'person',
    answer: z.object({ tokens_enabled: z.boolean(), tokens: z.number() }),
  }),
  updateTokenSettings: route('PUT', '/api/user/token-settings', {
    whose: 'person',
    body: z.object({ tokens_enabled: z.boolean() }),
    answer: z.object({ message: z.string(), tokens_enabled: z.boolean(), tokens: z.number() }),
  }),
  getBalance: route('GET', '/api/tokens/balance', {
    whose: 'person',
    answer: z.object({ tokens: z.number() }),
  }),
  listTransactions: route('GET', '/api/tokens/transactions', {
    replica: true,
    whose: 'person',
    answer: z.array(tokenTransaction),
  }),
  exportTransactions: route('GET', '/api/tokens/transactions.csv', {
    whose: 'person',
    answer: 'file',
    summary: 'Downloads all token transactions as CSV',
  }),
}

export const usageRefusals = refusals({
  'usage.limit_reached': {
    status: 403,
    message: 'You have reached your monthly limit.',
    code: 'LIMIT_REACHED',
  },
})
