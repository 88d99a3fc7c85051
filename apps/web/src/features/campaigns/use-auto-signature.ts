import type { Campaign } from '@goldpan/contract/campaigns'
import { useEffect, useRef } from 'react'
import { useSetSignature, useSignatures } from './campaigns.queries.ts'
import { chooseSignature } from './choose-signature.ts'

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
