import { useQueryClient } from '@tanstack/react-query'

export const campaignsKey = ['campaigns'] as const
/** Everything about one campaign is cached under this key. */
export const campaignKey = (id: string) => ['campaign', id] as const

/** Fetches everything again that is shown of a campaign. */
export function useReloadCampaign(id: string) {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: campaignsKey })
    await client.invalidateQueries({ queryKey: campaignKey(id) })
  }
}
