import type { Campaign } from '@goldpan/contract/campaigns'
import type { Signature } from '@goldpan/contract/signatures'
import { useEffect, useRef } from 'react'
import { useSetSignature, useSignatures } from './campaigns.queries.ts'

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

/** Saves the automatic choice of a draft with the campaign once, so that the shown signature is the one sent. */
export function useAutoSignature(campaign: Campaign): void {
  const signatures = useSignatures()
  const { mutate } = useSetSignature(campaign.id)
  const asked = useRef(false)
  const chosen = signatures.data ? chooseSignature(campaign.signature_id, signatures.data) : null
  const isNeeded = campaign.signature_id === null && chosen !== null && campaign.status === 'draft'
  useEffect(() => {
    if (!isNeeded || asked.current) return
    asked.current = true
    mutate(chosen)
  }, [isNeeded, chosen, mutate])
}
