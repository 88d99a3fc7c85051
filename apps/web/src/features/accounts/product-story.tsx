import { offeredPlans, planCaps, planNames, planPriceLabel } from '@goldpan/contract/plans'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useSellsPlans } from '../../lib/use-sells-plans.ts'
import { buttonClass } from '../../ui/button.tsx'
import tableDark from './pictures/table-dark.webp'
import tableLight from './pictures/table-light.webp'
import wideDark from './pictures/table-wide-dark.webp'
import wideLight from './pictures/table-wide-light.webp'

/** As the user guide has them. */
const steps = [
  { title: 'Search', text: 'Find businesses by trade and place, and keep those that fit as a table.' },
  { title: 'Gather contacts', text: 'Goldpan reads their websites and keeps the source of each address.' },
  { title: 'Create campaign', text: 'Say what you offer. Each message is drafted for its reader.' },
  { title: 'Send campaign', text: 'Emails go out at a careful pace, and replies arrive in your inbox.' },
] as const

const promises = [
  'Every address with its source',
  'Nothing is sent twice',
  'Stops when someone replies',
] as const

/** Explains the product to visitors: a sentence, a way in, a picture and the prices. */
export function ProductStory({ state, canSignUp }: { state: unknown; canSignUp: boolean }) {
  return (
    <section
      aria-labelledby="product-story"
      className="flex flex-col justify-center gap-8 overflow-hidden border-line px-4 py-10 max-md:border-t md:border-s md:px-8 lg:px-16 xl:px-24"
    >
      <div className="flex max-w-[42rem] flex-col items-start gap-4">
        <h2 id="product-story" className="text-xl font-semibold tracking-tight text-balance lg:text-2xl">
          Find local businesses, write to the right person, hear back.
        </h2>
        <p className="text-base text-ink-muted">
          Goldpan reads each business’s own website, shows you where every address was found, and tells you
          who answered.
        </p>
        <ul className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-ink-muted">
          {promises.map((promise) => (
            <li key={promise} className="flex items-center gap-1.5">
              <Check aria-hidden="true" className="size-4 text-success-ink" />
              {promise}
            </li>
          ))}
        </ul>
        {canSignUp && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link to={paths.signup} state={state} className={`${buttonClass('primary')} px-5`}>
              Start free
            </Link>
            <span className="text-sm text-ink-muted">No card needed.</span>
          </div>
        )}
      </div>
      <ProductPicture />
      <ol
        aria-label="How it works"
        className="grid max-w-[72rem] gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4"
      >
        {steps.map(({ title, text }, index) => (
          <li key={title} className="text-sm">
            <h3 className="font-semibold">
              {index + 1}. {title}
            </h3>
            <p className="mt-0.5 text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
      <Prices />
      <p className="max-w-[40rem] text-sm text-ink-muted">
        <span className="font-medium text-ink">Open source, and yours to host.</span> Goldpan is licensed
        under the Apache License 2.0, starts with one command on one machine, and needs no account anywhere
        else.
      </p>
    </section>
  )
}

function Prices() {
  // Nothing until the server has answered, so that an installation that sells nothing never shows a price.
  if (!useSellsPlans()) return null
  return (
    <ul
      aria-label="Prices"
      className="grid max-w-[72rem] divide-line border-y border-line text-sm max-sm:divide-y sm:grid-cols-3 sm:divide-x"
    >
      {offeredPlans.map((plan) => (
        <li key={plan} className="flex flex-col gap-0.5 py-3 sm:px-4 sm:first:ps-0">
          <span>
            <span className="font-semibold">{planNames[plan]}</span>{' '}
            <span className="text-ink-muted">{planPriceLabel(plan)}</span>
          </span>
          <span className="text-ink-muted">
            {`${planCaps[plan].business_searches.toLocaleString()} searches and ${planCaps[plan].emails_sent.toLocaleString()} emails a month`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A screenshot in the current theme; the other one is not fetched. */
function ProductPicture() {
  const look = 'h-auto w-full max-w-[72rem] rounded-lg border border-line shadow-float'
  const picture = {
    width: 1600,
    height: 1000,
    loading: 'lazy',
    decoding: 'async',
    sizes: '(min-width: 112.5rem) 72rem, (min-width: 56.25rem) 50vw, 92vw',
  } as const
  const alt =
    'A table of bakeries in Goldpan, with the people found at one of them: names, titles, addresses, and the pages they come from'
  return (
    <div>
      <img
        {...picture}
        alt={alt}
        src={tableLight}
        srcSet={`${tableLight} 960w, ${wideLight} 1600w`}
        className={`${look} dark:hidden`}
      />
      <img
        {...picture}
        alt={alt}
        src={tableDark}
        srcSet={`${tableDark} 960w, ${wideDark} 1600w`}
        className={`${look} hidden dark:block`}
      />
    </div>
  )
}
