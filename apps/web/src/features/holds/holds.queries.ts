import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'

const holdsKey = ['holds'] as const

/** The hold of a person that is in force. */
export function useHoldOf(email: string) {
  const holds = useQuery({ queryKey: holdsKey, queryFn: () => call(followUpRoutes.listHolds) })
  return holds.data?.holds.find((hold) => hold.email.toLowerCase() === email.toLowerCase())
}

/** A hold shows here and in every campaign. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [holdsKey, ['campaign']].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
    )
}

export function useHold() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { email: string; until: string }) => call(followUpRoutes.hold, { body }),
    onSuccess: refresh,
  })
}

export function useLiftHold() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => call(followUpRoutes.liftHold, { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorText(error, 'The hold could not be lifted')),
    onSettled: refresh,
  })
}
