import { accountRoutes, type Preferences } from '@goldpan/contract/accounts'
import { type RetentionChoice, retentionRoutes } from '@goldpan/contract/retention'
import { usageRoutes } from '@goldpan/contract/usage'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'

export const profileKey = ['profile'] as const
const preferencesKey = ['preferences'] as const

export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: () => call(accountRoutes.getProfile),
})
export const useProfile = () => useQuery(profileQuery)

export const useUsage = () => useQuery({ queryKey: ['usage'], queryFn: () => call(usageRoutes.getUsage) })

export const useTokenSettings = () =>
  useQuery({ queryKey: ['token-settings'], queryFn: () => call(usageRoutes.getTokenSettings) })

export const usePreferences = () =>
  useQuery({ queryKey: preferencesKey, queryFn: () => call(accountRoutes.getPreferences) })

export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Preferences) => call(accountRoutes.updatePreferences, { body }),
    onSuccess: (saved) => client.setQueryData(preferencesKey, saved),
  })
}

const retentionKey = ['retention'] as const

export const useRetention = () =>
  useQuery({ queryKey: retentionKey, queryFn: () => call(retentionRoutes.get) })

export function useSaveRetention() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RetentionChoice) => call(retentionRoutes.save, { body }),
    onSuccess: (saved) => client.setQueryData(retentionKey, saved),
  })
}

export const sessionsKey = ['own-sessions'] as const

export const useOwnSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: () => call(accountRoutes.listSessions) })

/** Logging out the others also cancels a pending change of address. */
export function useOthersEnded() {
  const client = useQueryClient()
  return () =>
    Promise.all([sessionsKey, profileKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export function useEndOtherSessions() {
  const onSettled = useOthersEnded()
  return useMutation({ mutationFn: () => call(accountRoutes.endOtherSessions), onSettled })
}

export function useCancelEmailChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(accountRoutes.cancelEmailChange),
    onSuccess: (profile) => client.setQueryData(profileKey, profile),
  })
}
