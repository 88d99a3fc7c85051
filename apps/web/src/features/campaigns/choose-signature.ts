import type { Signature } from '@goldpan/contract/signatures'

/**
 * The signature that a campaign's selector shows chosen: its own; while it has none, the only one there is, else
 * the default one. Null when there is nothing to choose.
 */
export function chooseSignature(
  chosen: string | null,
  signatures: readonly Pick<Signature, 'id' | 'is_default'>[],
): string | null {
  if (chosen !== null && signatures.some(({ id }) => id === chosen)) return chosen
  const [only] = signatures
  if (only && signatures.length === 1) return only.id
  return signatures.find(({ is_default }) => is_default)?.id ?? null
}
