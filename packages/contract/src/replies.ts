import { refusals } from './refusal.ts'

/** Where raw messages are taken over HTTP when INBOUND_WEBHOOK_SECRET is set. */
export const INBOUND_WEBHOOK_PATH = '/api/inbound/raw'
export const INBOUND_SIGNATURE_HEADER = 'x-goldpan-signature'

export const replyRefusals = refusals({
  'replies.bad_signature': {
    status: 400,
    message: 'The signature of this call is missing, wrong or too old',
  },
  'replies.unknown_address': { status: 404, message: 'Nobody here has any of these addresses' },
})
