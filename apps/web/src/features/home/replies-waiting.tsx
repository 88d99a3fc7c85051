import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'

/** People who have written and were not answered here. */
export function RepliesWaiting({ count }: { count: number }) {
  return (
    <Banner
      kind="info"
      action={
        <Link to={paths.replies} className="hyperlink inline-flex min-h-6 items-center">
          Read replies
        </Link>
      }
    >
      {count === 1
        ? 'One person has written to you and waits for an answer.'
        : `${count} people have written to you and wait for an answer.`}
    </Banner>
  )
}
