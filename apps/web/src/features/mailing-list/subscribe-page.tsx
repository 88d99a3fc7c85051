import { useSearchParams } from 'react-router'
import { LeaveListCard } from './leave-list-card.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

/** Sign-up to the mailing list; with the link that every mail of the list carries, the way out of it. */
export function SubscribePage() {
  const [query] = useSearchParams()
  const token = query.get('leave')
  return token ? <LeaveListCard token={token} /> : <SubscribeForm />
}
