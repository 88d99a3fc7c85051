import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'

const page = (publicUrl: string, path: string, query: Record<string, string>) =>
  `${publicUrl}${path}?${new URLSearchParams(query)}`

interface Parts {
  publicUrl: string
  email: string
  name: string | null
  token: string
}

export const confirmSubscriptionLetter = ({ publicUrl, email, name, token }: Parts): Letter => ({
  to: email,
  urgency: 'normal',
  subject: 'Please confirm your subscription',
  paragraphs: [
    greet(name),
    'Thank you for subscribing to the Goldpan newsletter. Please confirm that you want it.',
  ],
  button: { text: 'Confirm my subscription', url: page(publicUrl, '/subscribe/success', { token }) },
  closing: 'The link works for 7 days. If you didn’t subscribe, ignore this email.',
})

export const subscribedLetter = ({ publicUrl, email, name, token }: Parts): Letter => ({
  to: email,
  urgency: 'normal',
  subject: 'You are on the list',
  paragraphs: [greet(name), 'Your subscription to the Goldpan newsletter is confirmed.'],
  closing: `Unsubscribe at any time: ${page(publicUrl, '/subscribe', { leave: token })}`,
})
