import { ForgedEvent, type Payment, PaymentFailure } from './port.ts'

const refuse = async (): Promise<never> => {
  throw new PaymentFailure('This installation takes no payments (PAYMENT=off)')
}

/** Sells nothing: plans and tokens are given by the operator. */
export const noPayment: Payment = {
  provider: 'off',
  publishableKey: '',
  prices: { basic: '', premium: '' },
  ensureCustomer: refuse,
  openPage: refuse,
  readAccount: refuse,
  change: refuse,
  readEvent() {
    throw new ForgedEvent('This installation takes no payments (PAYMENT=off)')
  },
}
