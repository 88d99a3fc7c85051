import { homeRoutes } from '@goldpan/contract/home'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'

export const useOverview = () =>
  useQuery({ queryKey: ['home'], queryFn: () => call(homeRoutes.overview), staleTime: 30_000 })
