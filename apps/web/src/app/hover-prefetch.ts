import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchPath } from 'react-router'
import { paths } from '../lib/paths.ts'
import { screensByPath } from './screens.ts'

/** A pointer that only passes over a link prefetches nothing. */
const HOVER_MS = 60

/** Prefetches a screen's code and its main query while a link to it is hovered or focused. */
export function useHoverPrefetch(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer = 0
    const onPoint = ({ target }: Event) => {
      clearTimeout(timer)
      const link = target instanceof Element ? target.closest('a[href^="/"]') : null
      if (!(link instanceof HTMLAnchorElement) || link.pathname === window.location.pathname) return
      timer = window.setTimeout(() => {
        const path = [...screensByPath.keys()].find((pattern) => matchPath(pattern, link.pathname))
        if (path) screensByPath.get(path)?.preload()
        prefetchData(client, link.pathname).catch(() => undefined)
      }, HOVER_MS)
    }
    document.addEventListener('pointerover', onPoint, { passive: true })
    document.addEventListener('focusin', onPoint)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onPoint)
      document.removeEventListener('focusin', onPoint)
    }
  }, [client])
}

async function prefetchData(client: QueryClient, pathname: string): Promise<void> {
  if (pathname === paths.tables) return client.prefetchQuery((await tableQueries()).tablesQuery)
  if (pathname === paths.campaigns) return client.prefetchQuery((await campaignQueries()).campaignsQuery)
  if (pathname === paths.prospects)
    return client.prefetchInfiniteQuery((await prospectQueries()).prospectPagesQuery({}))
  if (pathname === paths.emailOptions) return client.prefetchQuery((await campaignQueries()).signaturesQuery)
  if (pathname === paths.settings) return client.prefetchQuery((await settingsQueries()).profileQuery)
  const tableId = matchPath('/tables/:id', pathname)?.params.id
  if (tableId) return client.prefetchInfiniteQuery((await tableQueries()).tablePagesQuery(tableId, {}))
  const campaignId = matchPath('/campaigns/:id', pathname)?.params.id
  if (campaignId && pathname !== paths.newCampaign)
    return client.prefetchQuery((await campaignQueries()).campaignQuery(campaignId))
}

const tableQueries = () => import('../features/tables/tables.queries.ts')
const prospectQueries = () => import('../features/prospects/prospects.queries.ts')
const settingsQueries = () => import('../features/settings/settings.queries.ts')
const campaignQueries = () => import('../features/campaigns/campaigns.queries.ts')
