import { Link } from 'react-router'
import { useDemoClock } from '../features/mailbox/mailbox.queries.ts'
import { paths } from '../lib/paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import campaignDark from './guide/campaign-dark.webp'
import campaignLight from './guide/campaign-light.webp'
import gatherDark from './guide/gather-dark.webp'
import gatherLight from './guide/gather-light.webp'
import searchDark from './guide/search-dark.webp'
import searchLight from './guide/search-light.webp'
import sendDark from './guide/send-dark.webp'
import sendLight from './guide/send-light.webp'

/** Each step's screen in both themes, 640 by 400 pixels. Regenerate with `npm run screens`. */
const guidePictures = {
  search: { light: searchLight, dark: searchDark, alt: 'Search results: hotels, all selected' },
  gather: { light: gatherLight, dark: gatherDark, alt: 'A saved table with the prospects of a bakery' },
  campaign: { light: campaignLight, dark: campaignDark, alt: 'The text of a campaign beside a preview' },
  send: { light: sendLight, dark: sendDark, alt: 'A sent campaign with its opens and replies' },
} satisfies Record<string, GuidePicture>

interface GuideStep {
  title: string
  text: string
  picture: GuidePicture
  links: readonly { to: string; label: string }[]
}

const steps: readonly GuideStep[] = [
  {
    title: 'Search',
    text: 'Search for businesses by trade and place. Save the ones you want as a table.',
    picture: guidePictures.search,
    links: [{ to: paths.search, label: 'Go to Search' }],
  },
  {
    title: 'Gather contacts',
    text: 'Open the table and gather prospects: Goldpan reads the businesses’ own websites. Then review the contacts and remove wrong ones.',
    picture: guidePictures.gather,
    links: [{ to: paths.tables, label: 'Go to Saved Tables' }],
  },
  {
    title: 'Create campaign',
    text: 'Set your return address and signature in Email Options. Then say what you offer, add prospects, and let Goldpan draft the email. You can edit every word.',
    picture: guidePictures.campaign,
    links: [
      { to: paths.emailOptions, label: 'Go to Email Options' },
      { to: paths.campaigns, label: 'Go to Email Campaigns' },
    ],
  },
  {
    title: 'Send campaign',
    text: 'Check each email, add follow-ups for those who don’t answer, then send. See who opened and who replied, and answer in the Inbox.',
    picture: guidePictures.send,
    links: [{ to: paths.inbox, label: 'Go to Inbox' }],
  },
]

/** Where mail stays in the built-in outbox, the last step can be tried at once. */
const trial = {
  text: 'Here, emails stay in the test mailbox: reply there, or skip ahead 1 week and see the follow-ups arrive.',
  link: { to: paths.mailbox, label: 'Go to the test mailbox' },
}

/** The four steps from a search to a reply. */
export function UserGuide({ onClose }: { onClose: () => void }) {
  const isTrial = useDemoClock(undefined).isSuccess
  const shown = steps.map((step, index) =>
    isTrial && index === steps.length - 1
      ? { ...step, text: `${step.text} ${trial.text}`, links: [...step.links, trial.link] }
      : step,
  )
  return (
    <Dialog open onClose={onClose} size="lg" title="User Guide">
      <ol className="flex flex-col divide-y divide-line">
        {shown.map((step, index) => (
          <li
            key={step.title}
            className="grid items-center gap-x-5 gap-y-3 py-4 first:pt-0 last:pb-0 sm:grid-cols-[15rem_1fr]"
          >
            <StepPicture picture={step.picture} />
            <div className="min-w-0">
              <h3 className="font-semibold">
                {index + 1}. {step.title}
              </h3>
              <p className="mt-1 text-ink-muted">{step.text}</p>
              <p className="mt-1 flex flex-wrap gap-x-4">
                {step.links.map(({ to, label }) => (
                  <Link
                    key={to}
                    to={to}
                    onClick={onClose}
                    className="hyperlink inline-flex min-h-6 items-center"
                  >
                    {label}
                  </Link>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** The picture in the current theme; hidden ones are not fetched. */
function StepPicture({ picture }: { picture: GuidePicture }) {
  const look = 'h-auto w-full rounded-lg border border-line'
  const size = { width: 640, height: 400, loading: 'lazy' } as const
  return (
    <div className="max-sm:order-last">
      <img {...size} src={picture.light} alt={picture.alt} className={`${look} dark:hidden`} />
      <img {...size} src={picture.dark} alt={picture.alt} className={`${look} hidden dark:block`} />
    </div>
  )
}

interface GuidePicture {
  light: string
  dark: string
  alt: string
}
