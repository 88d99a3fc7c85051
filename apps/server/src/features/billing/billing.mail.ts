import type { Plan } from '@goldpan/contract/accounts'
import { canHoldOrganizations } from '@goldpan/contract/organizations'
import { planNames } from '@goldpan/contract/plans'
import { dayInLetter } from '../../letters/days.ts'
import type { Letter } from '../../letters/letter.ts'
import { greet } from '../../letters/names.ts'

interface Addressee {
  email: string
  first_name: string
}

const settingsUrl = (publicUrl: string) => `${publicUrl}/settings?tab=subscription`

export const paymentFailedLetter = (
  { email, first_name }: Addressee,
  { plan, graceUntil, publicUrl }: { plan: Plan; graceUntil: string; publicUrl: string },
): Letter => ({
  to: email,
  subject: 'Your last payment did not go through',
  paragraphs: [
    greet(first_name),
    `The payment for your ${planNames[plan]} plan failed. Nothing changes for now: you keep the plan until ${dayInLetter(graceUntil)} (UTC).`,
    'Please check your payment method under Manage Billing. Without a payment your plan becomes Free on that day; your data stays.',
    ...(canHoldOrganizations(plan)
      ? ['Organizations that you own could then be read, but not changed, until you have Premium again.']
      : []),
  ],
  button: { text: 'View subscription', url: settingsUrl(publicUrl) },
})

export const planLostLetter = (
  { email, first_name }: Addressee,
  { plan, publicUrl }: { plan: Plan; publicUrl: string },
): Letter => ({
  to: email,
  subject: 'Your plan is now Free',
  paragraphs: [
    greet(first_name),
    `The payment for your ${planNames[plan]} plan did not arrive, so your plan is Free from today. All of your data and your tokens are still there.`,
    ...(canHoldOrganizations(plan)
      ? ['Organizations that you own can be read but not changed until then.']
      : []),
    'Your plan returns as soon as the payment arrives.',
  ],
  button: { text: 'View subscription', url: settingsUrl(publicUrl) },
})

export const differencesLetter = (to: string, differences: string[]): Letter => ({
  to,
  urgency: 'normal',
  subject: `Billing: ${differences.length} ${differences.length === 1 ? 'difference was' : 'differences were'} found`,
  paragraphs: [
    'The nightly comparison with the payment provider found changes that no webhook had reported:',
    differences.slice(0, 200).join('\n'),
    'The provider’s state now applies unless a line says otherwise. Please check that its webhook reaches Goldpan.',
  ],
})
