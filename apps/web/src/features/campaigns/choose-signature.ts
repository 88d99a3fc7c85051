import type { Signature } from '@goldpan/contract/signatures'

/** The signature that the selector shows: the campaign's own, else the only one, else the default. Null if there is none. */
export function chooseSignature(
  chosen: string | null,
  signatures: readonly Pick<Signature, 'id' | 'is_default'>[],
): string | null {
  if (chosen !== null && signatures.some(({ id }) => id === chosen)) return chosen
  const [only] = signatures
  if (only && signatures.length === 1) return only.id
  return signatures.find(({ is_default }) => is_default)?.id ?? null
}
