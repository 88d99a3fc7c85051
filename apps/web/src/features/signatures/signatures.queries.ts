import { campaignRoutes } from '@goldpan/contract/campaigns'
import { replyRoutes } from '@goldpan/contract/replies'
import {
  RETURN_ADDRESS_PATTERN,
  type Signature,
  signatureFallbacks,
  signatureRoutes,
} from '@goldpan/contract/signatures'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { isolated } from '../../ui/isolated.ts'
import { toast } from '../../ui/toast.ts'

const signaturesQuery = queryOptions({
  queryKey: ['signatures'],
  queryFn: () => call(signatureRoutes.list),
})

const returnAddressQuery = queryOptions({
  queryKey: ['return-address'],
  queryFn: () => call(signatureRoutes.getReturnAddress),
})

export const useSignatures = () => useQuery(signaturesQuery)

/** How many campaigns use a signature: what its deletion would change. */
export const useSignatureCampaigns = (id: string) =>
  useQuery({
    queryKey: ['campaigns'],
    queryFn: () => call(campaignRoutes.list),
    select: (campaigns) => campaigns.filter((campaign) => campaign.signature_id === id).length,
  })

export interface SignatureFields {
  name: string
  content: string
  is_default: boolean
}

/** Adds a signature, or changes the one given. */
export function useSaveSignature(id: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SignatureFields) =>
      id === null
        ? call(signatureRoutes.create, { body })
        : call(signatureRoutes.update, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: signaturesQuery.queryKey }),
  })
}

/** The row goes at once, and comes back with the reason when the server refuses. */
export function useDeleteSignature() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Signature) => call(signatureRoutes.delete, { params: { id } }),
    ...optimisticChange<Signature[], Signature>(client, {
      keyOf: () => signaturesQuery.queryKey,
      change: (rows, { id }) => rows.filter((row) => row.id !== id),
      onRefused: (error) => toast.error(errorText(error, signatureFallbacks.delete)),
    }),
    onSettled: () => client.invalidateQueries({ queryKey: signaturesQuery.queryKey }),
  })
}

/** The badge moves at once; Undo gives it back to the one that had it. */
export function useSetDefaultSignature() {
  const client = useQueryClient()
  const set = useMutation({
    mutationFn: ({ id }: Signature) => call(signatureRoutes.setDefault, { params: { id } }),
    ...optimisticChange<Signature[], Signature>(client, {
      keyOf: () => signaturesQuery.queryKey,
      change: (rows, { id }) => rows.map((row) => ({ ...row, is_default: row.id === id })),
      onRefused: (error) => toast.error(errorText(error, signatureFallbacks.setDefault)),
    }),
    onSettled: () => client.invalidateQueries({ queryKey: signaturesQuery.queryKey }),
  })
  return (signature: Signature) => {
    const before = client.getQueryData(signaturesQuery.queryKey)?.find(({ is_default }) => is_default)
    set.mutate(signature, {
      onSuccess: ({ name }) =>
        void toast.success(`'${isolated(name)}' is now the default signature`, {
          action: before && { label: 'Undo', onClick: () => set.mutate(before) },
        }),
    })
  }
}

export const useUploadImage = () =>
  useMutation({
    mutationFn: (file: File) => call(signatureRoutes.uploadImage, { file, fileName: file.name }),
  })

/** How much incoming mail is stored, beside its limit. */
export const useIncomingStorage = () =>
  useQuery({ queryKey: ['incoming-storage'], queryFn: () => call(replyRoutes.storage) })

export const useReturnAddress = () => useQuery(returnAddressQuery)

export function useUpdateReturnAddress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (emailId: string) => call(signatureRoutes.updateReturnAddress, { body: { emailId } }),
    onSuccess: (saved) => client.setQueryData(returnAddressQuery.queryKey, saved),
  })
}

/** Whether an address could be taken; asked only for one that is well formed and not the present one. */
export const useAvailability = (emailId: string, current: string | undefined) =>
  useQuery({
    queryKey: ['return-address', 'availability', emailId],
    queryFn: ({ signal }) => call(signatureRoutes.checkReturnAddress, { query: { emailId } }, { signal }),
    enabled: emailId !== current && RETURN_ADDRESS_PATTERN.test(emailId) && !emailId.includes('..'),
    staleTime: 10_000,
    retry: false,
  })
