import type { DELETE_WORD } from '@goldpan/contract/accounts'
import {
  type GivenRole,
  type Organization,
  type OrganizationDetail,
  type Organizations,
  organizationMessages,
  organizationRoutes as routes,
} from '@goldpan/contract/organizations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { sessionNews } from '../../lib/session-news.ts'
import { toast } from '../../ui/toast.ts'

const listKey = ['organizations'] as const
const detailKey = (id: string) => ['organization', id] as const

export const useOrganizations = () =>
  useQuery({ queryKey: listKey, queryFn: () => call(routes.list), staleTime: 300_000 })

/** The organization that the session works for. Null for the person's own work. */
export function useActiveOrganization(): Organization | null {
  const { data } = useOrganizations()
  return data?.organizations.find(({ id }) => id === data.active_id) ?? null
}

export const useOrganization = (id: string) =>
  useQuery({ queryKey: detailKey(id), queryFn: () => call(routes.read, { params: { id } }) })

export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(routes.readInvitation, { body: { token } }),
    enabled: token !== '',
    retry: false,
  })

/** The whole cache belongs to one owner, so all tabs reload on a switch. */
function startAfresh(at: string): void {
  sessionNews.send('switched')
  window.location.assign(at)
}

/** Null is the person's own account. */
export const useSwitch = (at: string = paths.home) =>
  useMutation({
    mutationFn: (id: string | null) => call(routes.switchTo, { body: { id } }),
    onSuccess: () => startAfresh(at),
    onError: (error) => toast.error(errorText(error, organizationMessages.change)),
  })

export const useJoin = () =>
  useMutation({
    mutationFn: (token: string) => call(routes.join, { body: { token } }),
    onSuccess: () => startAfresh(paths.home),
  })

/** Creates an organization and works for it from then on. */
export const useCreateOrganization = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const { id } = await call(routes.create, { body: { name } })
      await call(routes.switchTo, { body: { id } })
      return id
    },
    onSuccess: (id) => startAfresh(paths.newOrganization(id)),
  })

/** A mutation that returns the updated organization. */
function useChange<Input>(id: string, change: (input: Input) => Promise<OrganizationDetail>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (detail) => {
      client.setQueryData(detailKey(id), detail)
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

export const useRename = (id: string) =>
  useChange(id, (name: string) => call(routes.rename, { params: { id }, body: { name } }))

export const useInvite = (id: string) =>
  useChange(id, (body: { email: string; role: GivenRole }) => call(routes.invite, { params: { id }, body }))

export const useWithdraw = (id: string) =>
  useChange(id, (invitation: string) => call(routes.withdraw, { params: { id, invitation } }))

export const useSetRole = (id: string) =>
  useChange(id, ({ user, role }: { user: string; role: GivenRole }) =>
    call(routes.setRole, { params: { id, user }, body: { role } }),
  )

export const useRemoveMember = (id: string) =>
  useChange(id, (user: string) => call(routes.removeMember, { params: { id, user } }))

export const useHandOver = (id: string) =>
  useChange(id, (user_id: string) => call(routes.handOver, { params: { id }, body: { user_id } }))

/** A mutation after which the user is no longer a member. */
function useExit(id: string, exit: () => Promise<Organizations>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: exit,
    onSuccess: (left) => {
      const before = client.getQueryData<Organizations>(listKey)
      client.setQueryData(listKey, left)
      if (before?.active_id === id) startAfresh(paths.home)
    },
  })
}

export const useLeave = (id: string) => useExit(id, () => call(routes.leave, { params: { id } }))

export const useRemoveOrganization = (id: string, confirmation: typeof DELETE_WORD) =>
  useExit(id, () => call(routes.remove, { params: { id }, body: { confirmation } }))
