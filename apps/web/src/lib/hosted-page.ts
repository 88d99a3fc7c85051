import { billingFallbacks, type HostedPage } from '@goldpan/contract/billing'

const STRIPE_SCRIPT = 'https://js.stripe.com/v3/'

interface StripeClient {
  redirectToCheckout?: (options: { sessionId: string }) => Promise<{ error?: { message?: string } }>
}
type StripeWindow = typeof window & { Stripe?: (publishableKey: string) => StripeClient }

/**
 * Goes to a hosted payment page: by its URL, or by session id and key through the provider's script.
 * @throws Error with the message to show
 */
export async function openHostedPage(answer: Partial<HostedPage> | null | undefined): Promise<void> {
  const address = webAddress(answer?.sessionUrl)
  if (address) {
    window.location.assign(address)
    return
  }
  if (!answer?.sessionId || !answer.publishableKey) throw new Error(billingFallbacks.answer)
  const stripe = (await loadStripe())(answer.publishableKey)
  // Current versions of the script no longer redirect by session id.
  if (!stripe.redirectToCheckout) throw new Error(billingFallbacks.checkout)
  const { error } = await stripe.redirectToCheckout({ sessionId: answer.sessionId })
  if (error) throw new Error(error.message || billingFallbacks.checkout)
}

/** Accepts only http(s) URLs, because others could run a script. */
export function webAddress(address: unknown): string | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null
  return /^https?:$/.test(new URL(address).protocol) ? address : null
}

function loadStripe(): Promise<(publishableKey: string) => StripeClient> {
  const known = (window as StripeWindow).Stripe
  if (known) return Promise.resolve(known)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error(billingFallbacks.stripe))
    }
    script.src = STRIPE_SCRIPT
    script.onerror = fail
    script.onload = () => {
      const loaded = (window as StripeWindow).Stripe
      if (loaded) resolve(loaded)
      else fail()
    }
    document.head.append(script)
  })
}
