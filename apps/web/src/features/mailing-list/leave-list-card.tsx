import { mailingListMessages, mailingListRoutes } from '@goldpan/contract/mailing-list'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { NarrowCard } from './narrow-card.tsx'

/** One click ends a subscription. */
export function LeaveListCard({ token }: { token: string }) {
  const leave = useMutation({ mutationFn: () => call(mailingListRoutes.leave, { body: { token } }) })
  if (leave.isSuccess)
    return (
      <NarrowCard title="Successfully Unsubscribed">
        <Banner kind="success" announce>
          You will get no further mail of our mailing list.
        </Banner>
        <Link to={paths.home} className={buttonClass('primary')}>
          Return to Homepage
        </Link>
      </NarrowCard>
    )
  return (
    <NarrowCard title="Leave the mailing list" intro="One click, and no further mail of the list comes.">
      {leave.isError && (
        <Banner kind="error" announce>
          {errorText(leave.error, mailingListMessages.leaveFailed)}
        </Banner>
      )}
      <Button variant="primary" onClick={() => leave.mutate()} busy={leave.isPending && 'Leaving…'}>
        Unsubscribe
      </Button>
    </NarrowCard>
  )
}
