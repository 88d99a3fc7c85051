import { type ConversationFilter, conversationFilter } from '@goldpan/contract/inbox'

const names = ['state', 'label', 'assignee', 'unread', 'campaign', 'mailbox', 'search'] as const
type Name = (typeof names)[number]

/** Filters as they stand in the address. 'all' as `state` leaves no state out. */
export type FilterChange = Partial<Record<Name, string>>

/**
 * The filter in an address, without its invalid parts. Open conversations are shown unless it names a state; labels and
 * searches look into all states.
 */
export function readFilter(address: URLSearchParams): ConversationFilter {
  const filter: Record<string, string> = {}
  for (const name of names) {
    const given = address.get(name)?.trim()
    if (given && conversationFilter.shape[name].safeParse(given).success) filter[name] = given
  }
  if (!address.get('state') && !filter.label && !filter.search) filter.state = 'open'
  return filter as ConversationFilter
}

/** The address with changed filters, which '' removes. */
export function withFilter(address: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [name, value] of Object.entries(change))
    if (value) next.set(name, value)
    else next.delete(name)
  // Without these, open ones are shown anyway.
  if (next.get('state') === 'open' && !next.get('label') && !next.get('search')) next.delete('state')
  return next
}

/** The lists that stand beside each other. */
export const views = ['open', 'unread', 'mine', 'snoozed', 'done', 'all'] as const
export type View = (typeof views)[number]

/** The parts of the address that a view sets. */
export const filterOfView: Record<View, FilterChange> = {
  open: { state: 'open', unread: '', assignee: '' },
  unread: { state: 'open', unread: 'true', assignee: '' },
  mine: { state: 'open', unread: '', assignee: 'me' },
  snoozed: { state: 'snoozed', unread: '', assignee: '' },
  done: { state: 'done', unread: '', assignee: '' },
  all: { state: 'all', unread: '', assignee: '' },
}

/** Undefined for a filter that is none of the views, such as another member's conversations. */
export const viewOf = ({ state, unread, assignee }: ConversationFilter): View | undefined =>
  views.find((view) => {
    const wanted = filterOfView[view]
    return (
      wanted.state === (state ?? 'all') &&
      wanted.unread === (unread ?? '') &&
      wanted.assignee === (assignee ?? '')
    )
  })
