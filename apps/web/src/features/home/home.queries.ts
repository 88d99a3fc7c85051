import { homeRoutes } from '@goldpan/contract/home'
import { usageRoutes } from '@goldpan/contract/usage'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'

export const useOverview = () =>
  useQuery({ queryKey: ['home'], queryFn: () => call(homeRoutes.overview), staleTime: 30_000 })

/** Shared with the settings by its key. */
export const useMonthUsage = () =>
  useQuery({ queryKey: ['usage'], queryFn: () => call(usageRoutes.getUsage) })
