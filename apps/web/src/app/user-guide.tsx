import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Illustration, type IllustrationName } from '../ui/illustration.tsx'

interface GuideStep {
  title: string
  text: string
  picture: IllustrationName
  link: { to: string; label: string }
}

const steps: readonly GuideStep[] = [
  {
    title: 'Search',
    text: 'Search for businesses by keywords and, if you like, a place. Keep the ones you want and save them as a table.',
    picture: 'compass',
    link: { to: paths.search, label: 'Go to Search' },
  },
  {
    title: 'Gather contacts',
    text: 'Open a saved table and gather prospects: Goldpan reads the businesses’ own websites and collects the addresses it finds. Review them and delete the wrong ones.',
    picture: 'stream',
    link: { to: paths.tables, label: 'Go to Saved Tables' },
  },
  {
    title: 'Create campaign',
    text: 'Write what you offer, add prospects and a signature, and let Goldpan draft the email. You can change every word of it.',
    picture: 'letter',
    link: { to: paths.campaigns, label: 'Go to Email Campaigns' },
  },
  {
    title: 'Send campaign',
    text: 'Look at the previews, then send. Follow who opened and who answered; replies reach you at the return address that you choose in Email Options.',
    picture: 'pan',
    link: { to: paths.emailOptions, label: 'Go to Email Options' },
  },
]

/** The four steps from a search to a reply. */
export function UserGuide({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="User Guide"
      description="From a search to a reply in four steps."
    >
      <ol className="flex flex-col divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step.title} className="flex items-center gap-5 py-4 first:pt-0 last:pb-0">
            <div className="grid w-24 shrink-0 place-items-center rounded-lg bg-sunken py-2 max-sm:hidden [&_svg]:h-auto [&_svg]:w-20">
              <Illustration name={step.picture} />
            </div>
            <div className="min-w-0">
              <h3 className="font-semibold">
                {index + 1}. {step.title}
              </h3>
              <p className="mt-1 text-ink-muted">{step.text}</p>
              <Link
                to={step.link.to}
                onClick={onClose}
                className="hyperlink mt-1 inline-flex min-h-6 items-center"
              >
                {step.link.label}
              </Link>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
