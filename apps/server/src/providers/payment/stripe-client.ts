import type { PaidPlan } from '@goldpan/contract/plans'
import Stripe from 'stripe'
import type { Clock } from '../clock/port.ts'

/** Pinned, so that the account's default version doesn't change the shapes of replies. */
export const STRIPE_API_VERSION = '2026-07-29.dahlia'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  prices: Record<PaidPlan, string>
  /** `address` asks for the billing address at checkout; `automatic` also adds taxes with Stripe Tax. */
  tax: 'off' | 'address' | 'automatic'
  systemClock: Clock
  /** A stand-in for Stripe's API in tests. */
  apiUrl?: string
}

export interface StripeParts {
  stripe: Stripe
  settings: StripeSettings
}

export function connect({ secretKey, apiUrl }: StripeSettings): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 2,
    timeout: 8000,
    telemetry: false,
    ...(url
      ? { protocol: url.protocol === 'http:' ? 'http' : 'https', host: url.hostname, port: url.port }
      : {}),
  })
}
