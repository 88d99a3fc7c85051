import {
  type CampaignProspect,
  campaignFallbacks,
  campaignRoutes,
  type EmailStatus,
} from '@goldpan/contract/campaigns'
import { PAGE_ROWS } from '@goldpan/contract/pages'
import { type ProspectFilter, prospectRoutes } from '@goldpan/contract/prospects'
import type { CallInput } from '@goldpan/contract/route'
import { writingRoutes } from '@goldpan/contract/writing'
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useReloadCampaign } from '../../../lib/campaign-cache.ts'
import { errorText } from '../../../lib/error-text.ts'
import { call, callPage } from '../../../lib/goldpan-api.ts'
import { optimisticChange } from '../../../lib/optimistic.ts'
import { pageParams } from '../../../lib/paged.ts'
import { toast } from '../../../ui/toast.ts'

export const RECIPIENTS_PER_PAGE = 50

export interface RecipientFilter {
  page: number
  search: string
  status: EmailStatus | undefined
}

export const FIRST_PAGE: RecipientFilter = { page: 1, search: '', status: undefined }

export const recipientsQuery = (id: string, { page, search, status }: RecipientFilter) =>
  queryOptions({
    queryKey: ['campaign', id, 'recipients', { page, search, status }],
    queryFn: () =>
      call(campaignRoutes.listRecipients, {
        params: { id },
        query: { offset: (page - 1) * RECIPIENTS_PER_PAGE, limit: RECIPIENTS_PER_PAGE, search, status },
      }),
  })

export const useRecipients = (id: string, filter: RecipientFilter) =>
  useQuery({ ...recipientsQuery(id, filter), placeholderData: keepPreviousData })

/** Matching prospects that are not in the campaign yet, page by page. */
export const useProspectsToAdd = (id: string, filter: ProspectFilter) =>
  useInfiniteQuery({
    queryKey: ['campaign', id, 'prospects-to-add', filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        prospectRoutes.list,
        { query: { ...filter, limit: PAGE_ROWS, cursor: pageParam } },
        { signal },
      ),
    ...pageParams,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useAddProspects(id: string) {
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (body: CallInput<typeof campaignRoutes.addProspects>['body']) =>
      call(campaignRoutes.addProspects, { params: { id }, body }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return reload()
    },
  })
}

/** A recipient whose prospect was deleted has only its own id. */
export const keyOf = ({ prospect_id, id }: Pick<CampaignProspect, 'prospect_id' | 'id'>): string =>
  prospect_id ?? id

interface RecipientPage {
  total: number
  recipients: CampaignProspect[]
}

/** Optimistic: restores the row if the server refuses. */
export function useRemoveProspect(id: string, onRemoved: (recipient: CampaignProspect) => void) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (recipient: CampaignProspect) =>
      call(campaignRoutes.removeProspect, { params: { id, prospectId: keyOf(recipient) } }),
    ...optimisticChange<RecipientPage, CampaignProspect>(client, {
      keyOf: () => ['campaign', id, 'recipients'],
      everyPage: true,
      change: (page, { id: gone }) => {
        const recipients = page.recipients.filter((row) => row.id !== gone)
        return recipients.length === page.recipients.length ? page : { total: page.total - 1, recipients }
      },
      onRefused: (error) => toast.error(errorText(error, campaignFallbacks.removeProspect)),
    }),
    onSuccess: (_answer, recipient) => onRemoved(recipient),
    onSettled: reload,
  })
}

/** Undoes a removal: attaches the prospect again and renders its email if it had one. */
export function useRestoreProspect(id: string) {
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: async ({ prospectId, isWritten }: { prospectId: string; isWritten: boolean }) => {
      await call(campaignRoutes.addProspects, { params: { id }, body: { prospects: [prospectId] } })
      if (isWritten) await call(writingRoutes.regenerate, { params: { id }, body: {} })
    },
    onError: (error) => toast.error(errorText(error, campaignFallbacks.addProspects)),
    onSettled: reload,
  })
}

const emailKey = (id: string, prospectId: string) => ['campaign', id, 'email', prospectId]

export const useEmail = (id: string, prospectId: string) =>
  useQuery({
    queryKey: emailKey(id, prospectId),
    queryFn: () => call(writingRoutes.getEmail, { params: { id, prospectId } }),
  })

/** Saves an edited email, or resets it to the template. */
export function useSaveEmail(id: string, prospectId: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (text: { subject: string; body: string } | null) =>
      text === null
        ? call(writingRoutes.resetEmail, { params: { id, prospectId } })
        : call(writingRoutes.updateEmail, { params: { id, prospectId }, body: text }),
    onSuccess: (saved) => {
      client.setQueryData(emailKey(id, prospectId), saved)
      return reload()
    },
  })
}
