import type { TokenTransaction } from '@goldpan/contract/usage'

type Kind = TokenTransaction['transaction_type']

export const kindNames: Record<Kind, string> = {
  purchase: 'Purchase',
  business_search: 'Business search',
  email_generation: 'Email generation',
  email_send: 'Email sent',
}

/** '+50', '-1': with an ASCII sign, which can be searched and pasted. */
export const signedAmount = (amount: number): string =>
  `${amount < 0 ? '-' : '+'}${Math.abs(amount).toLocaleString()}`

/** The first 8 characters of the payment's id and an ellipsis, or a dash. */
export const shortReference = (paymentId: string | null): string =>
  paymentId ? `${paymentId.slice(0, 8)}…` : '–'
