import type { HomeOverview } from '@goldpan/contract/home'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

type Steps = HomeOverview['steps']
export type Sample = NonNullable<HomeOverview['sample']>

interface StepText {
  key: keyof Steps
  title: string
  text: string
  /** The step's screen; absent for searching, which is this one. */
  way: { to: string; label: string } | null
}

/** Texts name no example search of their own: only `sample` is known to find somebody to write to. */
const steps: readonly StepText[] = [
  {
    key: 'found',
    title: 'Find businesses',
    text: 'Search above for a trade and a town, and save the businesses that suit you.',
    way: null,
  },
  {
    key: 'gathered',
    title: 'Gather prospects',
    text: 'Open a table and let Goldpan read the businesses’ own websites for the people to write to.',
    way: { to: paths.tables, label: 'Go to Saved Tables' },
  },
  {
    key: 'written',
    title: 'Write a campaign',
    text: 'Say what you offer in a few sentences. Goldpan drafts the email, and you edit what you like.',
    way: { to: paths.newCampaign, label: 'New campaign' },
  },
  {
    key: 'sent',
    title: 'Send it',
    text: 'Check each email, send, and see here who opened and who replied.',
    way: { to: paths.campaigns, label: 'Go to Email Campaigns' },
  },
]

interface NextStepsProps {
  steps: Steps
  sample: Sample | null
  onTry: (sample: Sample) => void
}

/** The four steps from a search to a reply, with the next one marked. */
export function NextSteps({ steps: done, sample, onTry }: NextStepsProps) {
  const next = steps.find(({ key }) => !done[key])
  const count = steps.filter(({ key }) => done[key]).length
  return (
    <Card title="From a search to a reply" description={`${count} of ${steps.length} steps done`}>
      <ol className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step, index) => (
          <Step key={step.key} step={step} number={index + 1} isDone={done[step.key]} isNext={step === next}>
            {step.way ? (
              <Link to={step.way.to} className={buttonClass('secondary', 'sm')}>
                {step.way.label}
              </Link>
            ) : (
              sample && (
                <Button size="sm" onClick={() => onTry(sample)}>
                  {`Try ‘${sample.keywords}’ in ‘${sample.location}’`}
                </Button>
              )
            )}
          </Step>
        ))}
      </ol>
    </Card>
  )
}

interface StepProps {
  step: StepText
  number: number
  isDone: boolean
  isNext: boolean
  children: ReactNode
}

function Step({ step, number, isDone, isNext, children }: StepProps) {
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={clsx(
        'flex flex-col gap-3 rounded-md border p-4',
        // On phones only the next one is told in full.
        !isNext && 'max-sm:flex-row max-sm:items-center max-sm:p-3',
        isNext ? 'border-accent-line bg-accent-tint' : 'border-line',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold',
          isDone && 'bg-success-tint text-success-ink',
          isNext && 'bg-accent text-on-accent',
          !isDone && !isNext && 'bg-sunken text-ink-muted',
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0">
        <p className={clsx('font-medium', isDone && 'text-ink-muted')}>
          {step.title}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        <p className={clsx('mt-1 text-sm text-ink-muted', !isNext && 'max-sm:hidden')}>{step.text}</p>
      </div>
      {isNext && children && <div className="mt-auto pt-1">{children}</div>}
    </li>
  )
}
