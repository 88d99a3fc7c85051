import {
  type CampaignProspect,
  campaignFallbacks,
  campaignRoutes,
  type EmailStatus,
  type EnrolmentState,
  type RecipientSort,
} from '@goldpan/contract/campaigns'
import { type Enrolment, type EnrolmentAction, followUpRoutes } from '@goldpan/contract/follow-ups'
import { type Direction, PAGE_ROWS } from '@goldpan/contract/pages'
import { type ProspectFilter, prospectRoutes } from '@goldpan/contract/prospects'
import type { CallInput, Paged } from '@goldpan/contract/route'
import { writingRoutes } from '@goldpan/contract/writing'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { useReloadCampaign } from '../../../lib/campaign-cache.ts'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { call, callPage } from '../../../lib/goldpan-api.ts'
import { optimisticChange } from '../../../lib/optimistic.ts'
import { firstPage, mapPages, type Pages, pageParams } from '../../../lib/paged.ts'
import { toast } from '../../../ui/toast.ts'

export interface RecipientFilter {
  search?: string | undefined
  status?: EmailStatus | undefined
  state?: EnrolmentState | undefined
  /** The position of the next follow-up. */
  step?: number | undefined
  sort?: RecipientSort | undefined
  direction?: Direction | undefined
}

/** Everybody, in the order in which they were added. */
export const FIRST_PAGE: RecipientFilter = {}

/** A recipient and their place among the follow-ups, undefined before the first email is sent. */
export interface RecipientRow extends CampaignProspect {
  enrolment?: Enrolment | undefined
}

interface RecipientPage {
  total: number
  recipients: RecipientRow[]
}
type RecipientPages = Pages<RecipientPage>

const recipientsKey = (id: string) => ['campaign', id, 'recipients'] as const

/** The matching recipients, page by page, with their enrolments where the screen shows them. */
export function useRecipients(id: string, filter: RecipientFilter, withEnrolments = false) {
  const client = useQueryClient()
  // Drop all pages but the first on leaving; coming back starts at the top.
  useEffect(
    () => () =>
      void client.setQueriesData<RecipientPages>({ queryKey: recipientsKey(id) }, (data) => firstPage(data)),
    [client, id],
  )
  return useInfiniteQuery({
    queryKey: [...recipientsKey(id), filter, withEnrolments],
    queryFn: async ({ pageParam, signal }): Promise<Paged<RecipientPage>> => {
      const page = await callPage(
        campaignRoutes.listRecipients,
        { params: { id }, query: { ...filter, limit: PAGE_ROWS, cursor: pageParam } },
        { signal },
      )
      return withEnrolments ? { ...page, answer: await addEnrolments(id, page.answer, signal) } : page
    },
    ...pageParams,
    select: (data) => ({
      total: data.pages[0]?.answer.total ?? 0,
      recipients: data.pages.flatMap(({ answer }) => answer.recipients),
    }),
    placeholderData: keepPreviousData,
  })
}

async function addEnrolments(id: string, page: RecipientPage, signal: AbortSignal): Promise<RecipientPage> {
  if (page.recipients.length === 0) return page
  const ids = page.recipients.map((recipient) => recipient.id).join(',')
  const query = { ids, limit: PAGE_ROWS }
  const { enrolments } = await call(followUpRoutes.listEnrolments, { params: { id }, query }, { signal })
  const byRecipient = new Map(enrolments.map((enrolment) => [enrolment.campaign_prospect_id, enrolment]))
  return {
    ...page,
    recipients: page.recipients.map((row) => ({ ...row, enrolment: byRecipient.get(row.id) })),
  }
}

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

/** The prospect id of routes. A recipient whose prospect was deleted is found by its own id. */
export const prospectIdOf = ({ prospect_id, id }: Pick<CampaignProspect, 'prospect_id' | 'id'>): string =>
  prospect_id ?? id

/** Optimistic: restores the row if the server refuses. */
export function useRemoveProspect(id: string, onRemoved: (recipient: CampaignProspect) => void) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (recipient: CampaignProspect) =>
      call(campaignRoutes.removeProspect, { params: { id, prospectId: prospectIdOf(recipient) } }),
    ...optimisticChange<RecipientPages, CampaignProspect>(client, {
      keyOf: () => recipientsKey(id),
      everyPage: true,
      change: (pages, { id: gone }) => {
        const isThere = pages.pages.some(({ answer }) => answer.recipients.some((row) => row.id === gone))
        if (!isThere) return pages
        return mapPages(pages, ({ total, recipients }) => ({
          total: total - 1,
          recipients: recipients.filter((row) => row.id !== gone),
        }))
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

type EnrolmentChange = CallInput<typeof followUpRoutes.changeEnrolments>['body']

/** Which enrolments are changed when all matching rows are selected. */
export type EnrolmentFilter = Extract<EnrolmentChange['selection'], { filter: unknown }>['filter']

/** After a name, and after a number of people. */
const changed: Record<EnrolmentAction, [one: string, many: string]> = {
  hold: ['is held', 'are held'],
  resume: ['is no longer held', 'are no longer held'],
  skip: ['won’t get the next follow-up', 'won’t get the next follow-up'],
  stop: ['gets no more follow-ups', 'get no more follow-ups'],
  restart: ['gets follow-ups again', 'get follow-ups again'],
  move: ['was moved to another mailbox', 'were moved to another mailbox'],
}

/** Changes the follow-ups of recipients, and says how many could not be changed. `who` is the name of a single one. */
export function useChangeEnrolments(id: string) {
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: ({ who: _who, ...body }: EnrolmentChange & { who?: string }) =>
      call(followUpRoutes.changeEnrolments, { params: { id }, body }),
    onSuccess: ({ changed: count, skipped }, { action, who }) => {
      if (count === 0) return toast.error(`The follow-ups of ${who ?? 'these people'} can’t be changed now`)
      const [one, many] = changed[action]
      const words = `${who ?? countOf(count, 'person', 'people')} ${count === 1 ? one : many}`
      toast.success(skipped > 0 ? `${words}, ${skipped.toLocaleString()} skipped` : words)
    },
    onError: (error, { action }) => {
      // The dialogs that ask for a day or a mailbox show why it is refused.
      if (action !== 'hold' && action !== 'move')
        toast.error(errorText(error, 'The follow-ups could not be changed'))
    },
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
