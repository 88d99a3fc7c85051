import type { HomeOverview } from '@goldpan/contract/home'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'

type Steps = HomeOverview['steps']

const steps: readonly { key: keyof Steps; title: string; text: string; to: string; link: string }[] = [
  {
    key: 'found',
    title: 'Find businesses',
    text: 'Search for a trade and a town, such as ‘hotel’ in ‘Vaduz’ or ‘bakery’ in the demo town ‘Goldwater’, and save the ones that suit you.',
    to: paths.tables,
    link: 'Go to Saved Tables',
  },
  {
    key: 'gathered',
    title: 'Gather prospects',
    text: 'Open a table and let Goldpan read the businesses’ own websites for the people to write to.',
    to: paths.tables,
    link: 'Go to Saved Tables',
  },
  {
    key: 'written',
    title: 'Write a campaign',
    text: 'Say in a few sentences what you offer; Goldpan drafts the email, and you change what you like.',
    to: paths.newCampaign,
    link: 'New campaign',
  },
  {
    key: 'sent',
    title: 'Send it',
    text: 'Look at each email before it goes, send, and see here who opened and who answered.',
    to: paths.campaigns,
    link: 'Go to Email Campaigns',
  },
]

/** The four steps from a search to a reply: which are done, and which one is next. */
export function NextSteps({ steps: taken }: { steps: Steps }) {
  const next = steps.find(({ key }) => !taken[key])
  const count = steps.filter(({ key }) => taken[key]).length
  return (
    <Card title="From a search to a reply" description={`${count} of ${steps.length} steps done`}>
      <ol className="grid gap-3 md:grid-cols-2 xl:grid-cols-4">
        {steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            number={index + 1}
            isDone={taken[step.key]}
            isNext={step === next}
          />
        ))}
      </ol>
    </Card>
  )
}

interface StepProps {
  step: (typeof steps)[number]
  number: number
  isDone: boolean
  isNext: boolean
}

function Step({ step, number, isDone, isNext }: StepProps) {
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={clsx(
        'flex gap-3 rounded-md border p-3',
        isNext ? 'border-accent-line bg-accent-tint' : 'border-line',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
          isDone ? 'bg-success-tint text-success-ink' : 'bg-sunken text-ink-muted',
        )}
      >
        {isDone ? <Check className="size-3.5" /> : number}
      </span>
      <div className="min-w-0">
        <p className="font-medium">
          {step.title}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        {!isDone && <p className="mt-0.5 text-sm text-ink-muted">{step.text}</p>}
        {isNext && step.key !== 'found' && (
          <Link to={step.to} className="hyperlink mt-1 inline-flex min-h-6 items-center text-sm">
            {step.link}
          </Link>
        )}
      </div>
    </li>
  )
}
