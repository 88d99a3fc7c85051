import { campaignRoutes } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send, Table2, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { call } from '../lib/goldpan-api.ts'
import { paths } from '../lib/paths.ts'
import { personName } from '../lib/person-name.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import type { PaletteGroup } from '../ui/command-palette.tsx'

/** From so many letters on one's own things are looked through. */
const SHORTEST = 2
const SHOWN = 6
const TYPING_PAUSE_MS = 150

/** The user's tables, campaigns and prospects that a text finds. */
export function usePaletteResults(query: string): { groups: PaletteGroup[]; isBusy: boolean } {
  const navigate = useNavigate()
  const text = useDebounced(query.trim(), TYPING_PAUSE_MS)
  const enabled = text.length >= SHORTEST
  const tables = useQuery({ queryKey: ['tables'], queryFn: () => call(tableRoutes.list), enabled })
  const campaigns = useQuery({ queryKey: ['campaigns'], queryFn: () => call(campaignRoutes.list), enabled })
  const prospects = useQuery({
    queryKey: ['prospects', 'palette', text],
    queryFn: () => call(prospectRoutes.list, { query: { text, limit: SHOWN } }),
    placeholderData: keepPreviousData,
    enabled,
  })
  if (!enabled) return { groups: [], isBusy: false }
  const goTo = (path: string) => () => void navigate(path)
  return {
    isBusy: tables.isFetching || campaigns.isFetching || prospects.isFetching,
    groups: [
      {
        label: 'Tables',
        items: holding(tables.data ?? [], text).map(({ id, name }) => ({
          id: `table-${id}`,
          label: name,
          icon: <Table2 />,
          onSelect: goTo(paths.table(id)),
        })),
      },
      {
        label: 'Campaigns',
        items: holding(campaigns.data ?? [], text).map(({ id, name }) => ({
          id: `campaign-${id}`,
          label: name,
          icon: <Send />,
          onSelect: goTo(paths.campaign(id)),
        })),
      },
      {
        label: 'Prospects',
        items: (prospects.data ?? []).map((prospect) => ({
          id: `prospect-${prospect.id}`,
          label: personName(prospect) || prospect.email,
          hint: prospect.email,
          icon: <UserRound />,
          keywords: [prospect.email, text],
          onSelect: goTo(paths.prospectsWith(prospect.email)),
        })),
      },
    ].filter(({ items }) => items.length > 0),
  }
}

const holding = <Named extends { name: string }>(all: readonly Named[], text: string): Named[] =>
  all.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).slice(0, SHOWN)
