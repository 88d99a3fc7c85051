import { choiceSetting, optionalSetting } from './settings.ts'

/** Settings of plans and payments. */
export const paymentSettings = {
  defaultPlan: choiceSetting('DEFAULT_PLAN', {
    default: 'free',
    choices: ['test', 'free', 'basic', 'premium'],
    sentence: 'The plan of a new account.',
  }),
  plansFile: optionalSetting('PLANS_FILE', {
    shown: 'the built-in plans',
    sentence:
      'A JSON file with the limits and prices of the plans, as `deploy/plans.example.json`. A plan that it leaves out stays as it is built in.',
  }),
  payment: choiceSetting('PAYMENT', {
    default: 'auto',
    choices: ['auto', 'off', 'embedded', 'stripe'],
    sentence:
      'How plans are sold. `off`: not at all; the operator sets plans and grants tokens. `stripe`: through Stripe. `embedded`: a test checkout that gives plans away. `auto`: Stripe if its keys are set, else `embedded`, except in production behind https, where one of the three must be set.',
  }),
  stripeSecretKey: optionalSetting('STRIPE_SECRET_KEY', {
    secret: true,
    sentence: 'Stripe: the secret key.',
  }),
  stripePublishableKey: optionalSetting('STRIPE_PUBLISHABLE_KEY', {
    sentence: 'Stripe: the publishable key.',
  }),
  stripeWebhookSecret: optionalSetting('STRIPE_WEBHOOK_SECRET', {
    secret: true,
    sentence: 'Stripe: the signing secret of the webhook.',
  }),
  priceBasic: optionalSetting('STRIPE_PRICE_BASIC', { sentence: 'Stripe: the price id of the Basic plan.' }),
  pricePremium: optionalSetting('STRIPE_PRICE_PREMIUM', {
    sentence: 'Stripe: the price id of the Premium plan.',
  }),
  stripeTax: choiceSetting('STRIPE_TAX', {
    default: 'off',
    choices: ['off', 'address', 'automatic'],
    sentence:
      'Stripe: `address` always asks for the billing address; `automatic` also adds taxes with Stripe Tax and asks for the tax number.',
  }),
}
