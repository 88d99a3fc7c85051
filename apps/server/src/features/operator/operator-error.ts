/** A mistake of the operator. Its message is shown to them. */
export class OperatorError extends Error {}

export const unknownAccount = (email: string): OperatorError =>
  new OperatorError(`There is no account with the address ${email}.`)

const MAX_REASON_LENGTH = 500

/** Returns the reason without blanks around it. */
export function checkReason(reason: string): string {
  const plain = reason.trim()
  if (plain === '' || plain.length > MAX_REASON_LENGTH)
    throw new OperatorError(
      `Please give a reason of 1 to ${MAX_REASON_LENGTH} characters. Nothing was changed.`,
    )
  return plain
}
