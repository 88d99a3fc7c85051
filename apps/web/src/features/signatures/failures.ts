import { signatureFallbacks, signatureMessages } from '@goldpan/contract/signatures'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'

/** The server's message, else a fallback for the failed call, else one for an error before any call. */
export function saveFailure(error: unknown, isNew: boolean): string {
  if (!isApiError(error)) return signatureFallbacks.save
  return errorText(error, isNew ? signatureFallbacks.add : signatureFallbacks.update)
}

/** Replaces a raw unique-constraint message by the screen's own. */
export function addressFailure(error: unknown): string {
  const message = errorText(error, signatureFallbacks.returnAddress)
  return message.includes('unique') ? signatureMessages.returnAddressTaken : message
}
