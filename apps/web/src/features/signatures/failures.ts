import { signatureFallbacks, signatureMessages } from '@goldpan/contract/signatures'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'

/** What to say when a signature was not saved: the server's words, else which call failed, else that none was made. */
export function saveFailure(error: unknown, isNew: boolean): string {
  if (!isApiError(error)) return signatureFallbacks.save
  return errorText(error, isNew ? signatureFallbacks.add : signatureFallbacks.update)
}

/** What the server says about a taken address, in the words of the screen. */
export function addressFailure(error: unknown): string {
  const message = errorText(error, signatureFallbacks.returnAddress)
  return message.includes('unique') ? signatureMessages.returnAddressTaken : message
}
