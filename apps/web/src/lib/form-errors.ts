import type { RefusalName } from '@goldpan/contract/refusals'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { isApiError } from './api-error.ts'

/** The messages of a form by field. Fields with the same message show it once, at the first of them. */
export function messagesByField<Values extends FieldValues>(
  errors: FieldErrors<Values>,
): Partial<Record<keyof Values, string>> {
  const messages: Partial<Record<keyof Values, string>> = {}
  for (const [field, error] of Object.entries(errors)) {
    const message = error?.message
    if (typeof message === 'string' && !Object.values(messages).includes(message))
      messages[field as keyof Values] = message
  }
  return messages
}

/**
 * Shows a refusal of the server at its field: by the issues of a validation, or by its code. Returns false if it is about
 * no field of the form.
 */
export function showRefusal<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  error: unknown,
  fieldOfCode: Partial<Record<RefusalName, Path<Values>>> = {},
): boolean {
  if (!isApiError(error)) return false
  const field = fieldOfCode[error.code as RefusalName]
  const refused = field
    ? [{ path: field, message: error.message }]
    : (error.body.issues ?? []).map(({ path, message }) => ({ path: path as Path<Values>, message }))
  const known = refused.filter(({ path }) => path in form.getValues())
  for (const { path, message } of known.toReversed()) form.setError(path, { message }, { shouldFocus: true })
  return known.length > 0
}
