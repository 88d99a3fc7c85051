import { refusals } from './refusal.ts'

/** Refusals that belong to no feature. */
export const commonRefusals = refusals({
  'request.invalid': { status: 400, message: 'Please check what you entered' },
  'request.not_found': { status: 404, message: 'There is nothing at this address' },
  'request.foreign_origin': {
    status: 403,
    message: 'This request came from another website and was refused',
  },
  'request.unknown_host': {
    status: 403,
    message:
      'Goldpan does not answer to this host name. If it should, add the name to the setting ALLOWED_HOSTS.',
  },
  'request.too_large': { status: 413, message: 'This is too large to be accepted' },
  'request.broken_upload': {
    status: 400,
    message: 'The file did not arrive whole, and nothing was saved. Please send it again.',
  },
  'request.too_many': { status: 429, message: 'Too many requests. Please try again in a moment.' },
  'request.wrong_content_type': { status: 415, message: 'This kind of content is not accepted here' },
  'server.unwritable': {
    status: 503,
    message:
      'This could not be saved: the disk of this installation is full or cannot be written to. Nothing else was changed; please try again later.',
  },
  'server.unavailable': {
    status: 503,
    message: 'Goldpan is busy restarting. Nothing was lost; please try again in a few seconds.',
  },
})
